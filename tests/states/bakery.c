// Lamport's bakery for N threads, once each: every thread takes a number larger than all others, and waits for those with
// a smaller one.
// states: 9951
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 3
#endif

static atomic_int choosing[N], number[N], inside;

static int comes_before(int other, int self)
{
    int his = atomic_load(&number[other]), mine = atomic_load(&number[self]);
    return his != 0 && (his < mine || (his == mine && other < self));
}

static void *enter(void *arg)
{
    int self = (int)(intptr_t)arg, largest = 0;
    atomic_store(&choosing[self], 1);
    for (int i = 0; i < N; i++) {
        int seen = atomic_load(&number[i]);
        if (seen > largest) largest = seen;
    }
    atomic_store(&number[self], largest + 1);
    atomic_store(&choosing[self], 0);
    for (int other = 0; other < N; other++) {
        if (other == self) continue;
        while (atomic_load(&choosing[other])) {
        }
        while (comes_before(other, self)) {
        }
    }
    assert(atomic_exchange(&inside, 1) == 0);
    atomic_store(&inside, 0);
    atomic_store(&number[self], 0);
    return NULL;
}

int main(void)
{
    pthread_t threads[N];
    for (intptr_t i = 1; i < N; i++) pthread_create(&threads[i], NULL, enter, (void *)i);
    enter((void *)0);
    for (int i = 1; i < N; i++) pthread_join(threads[i], NULL);
    return 0;
}
