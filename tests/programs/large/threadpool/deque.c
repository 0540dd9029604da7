// part of main.c
#include "deque.h"

#include <stddef.h>

void deque_init(struct deque *deque)
{
    atomic_init(&deque->top, 0);
    atomic_init(&deque->bottom, 0);
    for (int i = 0; i < DEQUE_CAPACITY; i++)
        atomic_init(&deque->ring[i], NULL);
}

bool deque_push(struct deque *deque, struct task *task)
{
    long bottom = atomic_load(&deque->bottom), top = atomic_load(&deque->top);
    if (bottom - top >= DEQUE_CAPACITY)
        return false;
    atomic_store(&deque->ring[bottom % DEQUE_CAPACITY], task);
    atomic_store(&deque->bottom, bottom + 1);
    return true;
}

struct task *deque_pop(struct deque *deque)
{
    long bottom = atomic_load(&deque->bottom) - 1;
    atomic_store(&deque->bottom, bottom);
    long top = atomic_load(&deque->top);
    if (top > bottom) {
        atomic_store(&deque->bottom, bottom + 1);
        return NULL;
    }
    struct task *task = atomic_load(&deque->ring[bottom % DEQUE_CAPACITY]);
    if (top == bottom) {
        /* The last one: race with the thieves for it. */
        if (!atomic_compare_exchange_strong(&deque->top, &top, top + 1))
            task = NULL;
        atomic_store(&deque->bottom, bottom + 1);
    }
    return task;
}

struct task *deque_steal(struct deque *deque)
{
    long top = atomic_load(&deque->top), bottom = atomic_load(&deque->bottom);
    if (top >= bottom)
        return NULL;
    struct task *task = atomic_load(&deque->ring[top % DEQUE_CAPACITY]);
    return atomic_compare_exchange_strong(&deque->top, &top, top + 1) ? task : NULL;
}
