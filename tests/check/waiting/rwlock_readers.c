// A reader-writer lock in one word, with one writer and READERS readers that try again with what a failed attempt has found. Readers that are in together
// count up and down in any order; failed attempts, and looks while a writer is in, are waits.
// verdict: ok
// check: --no-commute
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef READERS
#define READERS 2
#endif

static atomic_int state; // readers, or -1
static int data;

static void *reader(void *arg)
{
    int seen = atomic_load(&state);
    do {
        while (seen < 0) seen = atomic_load(&state);
    } while (!atomic_compare_exchange_weak(&state, &seen, seen + 1));
    assert(data % 2 == 0);
    atomic_fetch_sub(&state, 1);
    return arg;
}

static void *writer(void *arg)
{
    int seen = 0;
    while (!atomic_compare_exchange_weak(&state, &seen, -1)) seen = 0;
    data++;
    data++;
    atomic_store(&state, 0);
    return arg;
}

int main(void)
{
    pthread_t threads[READERS + 1];
    pthread_create(&threads[0], NULL, writer, NULL);
    for (int i = 1; i <= READERS; i++) pthread_create(&threads[i], NULL, reader, NULL);
    for (int i = 0; i <= READERS; i++) pthread_join(threads[i], NULL);
    return 0;
}
