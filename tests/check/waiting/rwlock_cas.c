// A reader-writer lock in one word: readers count up by compare-and-swap while no writer is in, a writer swaps 0 for -1. A reader that only adds
// one sees that there is a writer too late.
// verdict: bug
// bug: data-race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int state; // readers, or -1
static int data;

static void *reader(void *arg)
{
#ifdef FIXED
    int old = atomic_load(&state);
    do {
        while (old < 0) old = atomic_load(&state);
    } while (!atomic_compare_exchange_weak(&state, &old, old + 1));
#else
    while (atomic_load(&state) < 0) {
    }
    atomic_fetch_add(&state, 1);
#endif
    assert(data % 2 == 0); //~ data-race
    atomic_fetch_sub(&state, 1);
    return arg;
}

static void *writer(void *arg)
{
    int free = 0;
    while (!atomic_compare_exchange_weak(&state, &free, -1)) free = 0;
    data++; //~ data-race
    data++; //~ data-race
    atomic_fetch_add(&state, 1);
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, writer, NULL);
    pthread_create(&threads[1], NULL, reader, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}
