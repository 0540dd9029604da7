// Lamport's bakery with two threads: each draws a number, the lowest one is served first, ties go by
// identity. A thread that reads a number first waits until its owner has chosen.
// verdict: ok
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 2
#endif

static atomic_int choosing[N], number[N];
static int served;

static int draw(void)
{
    int highest = 0;
    for (int i = 0; i < N; i++) {
        int seen = atomic_load(&number[i]);
        if (seen > highest) highest = seen;
    }
    return highest + 1;
}

static void lock(int self)
{
    atomic_store(&choosing[self], 1);
    int mine = draw();
    atomic_store(&number[self], mine);
    atomic_store(&choosing[self], 0);
    for (int other = 0; other < N; other++) {
        if (other == self) continue;
        while (atomic_load(&choosing[other])) {
        }
        for (;;) {
            int theirs = atomic_load(&number[other]);
            if (theirs == 0 || theirs > mine || (theirs == mine && other > self)) break;
        }
    }
}

static void *customer(void *arg)
{
    int self = (int)(intptr_t)arg;
    lock(self);
    served++;
    atomic_store(&number[self], 0);
    return NULL;
}

int main(void)
{
    pthread_t threads[N];
    for (intptr_t i = 0; i < N; i++) pthread_create(&threads[i], NULL, customer, (void *)i);
    for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
    assert(served == N);
    return 0;
}
