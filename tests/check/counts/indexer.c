// Flanagan and Godefroid's indexer: N threads insert four messages each into a hash table of 128 slots.
// Message w = 11 * i + tid goes to slot 7 * w mod 128 or the next free one. Thread t and thread t + 11 share
// three messages and so three slots; no others do. Up to 11 threads there is one trace; every further
// thread brings three collisions, each with two orders: 8^(N - 11). A failed compare-and-swap is a read. Main
// only joins.
// verdict: ok
// check: --no-commute
// traces N=2: 1
// traces N=11: 1
// traces N=12: 8
// traces N=13: 64
// traces N=14: 512
// traces N=15: 4096
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 12
#endif

#define SLOTS 128
#define MESSAGES 4

static atomic_int table[SLOTS];

static int claim(int slot, int message)
{
    int empty = 0;
    return atomic_compare_exchange_strong(&table[slot], &empty, message);
}

static void *insert(void *arg)
{
    int tid = (int)(intptr_t)arg;
    for (int i = 1; i <= MESSAGES; i++) {
        int message = 11 * i + tid;
        int slot = 7 * message % SLOTS;
        while (!claim(slot, message)) slot = (slot + 1) % SLOTS;
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[N];
    for (intptr_t t = 0; t < N; t++) pthread_create(&threads[t], NULL, insert, (void *)t);
    for (int t = 0; t < N; t++) pthread_join(threads[t], NULL);
    return 0;
}
