// Lamport's fast mutual exclusion with two threads: without contention it needs two writes and two reads to
// enter. A thread looks whether it was the last to write x before it writes y instead of after it: both can
// enter.
// verdict: bug
// bug: data-race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define N 2

static atomic_int busy[N + 1]; // threads are numbered from 1
static atomic_int x, y;
static int entered;

static void wait_for_zero(atomic_int *variable)
{
    while (atomic_load(variable) != 0) {
    }
}

static void lock(int self)
{
    for (;;) {
        atomic_store(&busy[self], 1);
        atomic_store(&x, self);
        if (atomic_load(&y) != 0) {
            atomic_store(&busy[self], 0);
            wait_for_zero(&y);
            continue;
        }
        bool last = atomic_load(&x) == self;
        atomic_store(&y, self);
        if (last) return;
        atomic_store(&busy[self], 0);
        for (int i = 1; i <= N; i++) wait_for_zero(&busy[i]);
        if (atomic_load(&y) == self) return;
        wait_for_zero(&y);
    }
}

static void unlock(int self)
{
    atomic_store(&y, 0);
    atomic_store(&busy[self], 0);
}

static void *enter(void *arg)
{
    int self = (int)(intptr_t)arg;
    lock(self);
    entered++; //~ data-race
    unlock(self);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, enter, (void *)1);
    pthread_create(&threads[1], NULL, enter, (void *)2);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    assert(entered == N);
    return 0;
}
