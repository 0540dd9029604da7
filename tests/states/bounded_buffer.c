// Producers and consumers at a buffer of a few slots, with a mutex and two condition variables, forever (or, with ITEMS,
// for ITEMS items of each producer).
// states: 3843
// states -DITEMS=2: 4591
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#ifndef PRODUCERS
#define PRODUCERS 2
#endif
#ifndef CONSUMERS
#define CONSUMERS 2
#endif
#ifndef SLOTS
#define SLOTS 2
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER, not_empty = PTHREAD_COND_INITIALIZER;
static int slots[SLOTS], first, used;

static void put(int item)
{
    pthread_mutex_lock(&mutex);
    while (used == SLOTS) pthread_cond_wait(&not_full, &mutex);
    slots[(first + used) % SLOTS] = item;
    used++;
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&mutex);
}

static int get(void)
{
    pthread_mutex_lock(&mutex);
    while (used == 0) pthread_cond_wait(&not_empty, &mutex);
    int item = slots[first];
    slots[first] = 0;
    first = (first + 1) % SLOTS;
    used--;
    pthread_cond_signal(&not_full);
    pthread_mutex_unlock(&mutex);
    return item;
}

#ifdef ITEMS
#define REPEAT(n) for (int i = 0; i < (n); i++)
#else
#define ITEMS 0
#define REPEAT(n) while (1)
#endif

static void *produce(void *arg)
{
    REPEAT (ITEMS) put((int)(intptr_t)arg + 1);
    return NULL;
}

static void *consume(void *arg)
{
    REPEAT (ITEMS * PRODUCERS / CONSUMERS) {
        int item = get();
        assert(1 <= item && item <= PRODUCERS);
    }
    return arg;
}

int main(void)
{
    pthread_t threads[PRODUCERS + CONSUMERS];
    for (intptr_t i = 0; i < PRODUCERS; i++) pthread_create(&threads[i], NULL, produce, (void *)i);
    for (int i = 0; i < CONSUMERS; i++) pthread_create(&threads[PRODUCERS + i], NULL, consume, NULL);
    for (int i = 0; i < PRODUCERS + CONSUMERS; i++) pthread_join(threads[i], NULL);
    return 0;
}
