/* The work-stealing deque of Chase and Lev (SPAA 2005), of fixed capacity and sequentially consistent.
 * The owner pushes and pops at the bottom, thieves steal at the top. */
#ifndef DEQUE_H
#define DEQUE_H

#include <stdatomic.h>
#include <stdbool.h>

struct task;

enum { DEQUE_CAPACITY = 64 };

struct deque {
    atomic_long top, bottom;
    struct task *_Atomic ring[DEQUE_CAPACITY];
};

void deque_init(struct deque *deque);

/* False when the deque is full. Owner only. */
bool deque_push(struct deque *deque, struct task *task);

/* NULL when the deque is empty. Owner only. */
struct task *deque_pop(struct deque *deque);

/* NULL when the deque is empty or another thread was faster. */
struct task *deque_steal(struct deque *deque);

#endif
