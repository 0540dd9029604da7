// Peterson's mutual exclusion of two threads, with sequentially consistent atomics. Each thread says that it
// is interested, then gives the turn away.
// verdict: ok
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

static atomic_int interested[2];
static atomic_int turn;
static atomic_int inside;

static void *enter(void *arg)
{
    int self = (int)(intptr_t)arg, other = 1 - self;
    atomic_store(&interested[self], 1);
    atomic_store(&turn, other);
    while (atomic_load(&interested[other]) && atomic_load(&turn) == other) {
    }
    assert(atomic_exchange(&inside, 1) == 0);
    atomic_store(&inside, 0);
    atomic_store(&interested[self], 0);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, enter, (void *)0);
    pthread_create(&threads[1], NULL, enter, (void *)1);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}
