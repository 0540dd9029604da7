// Lamport's fast mutual exclusion with a yield in every loop. A thread that was not the last to announce itself waits until the other is no longer
// busy, and looks whether the door is still open to it: without that wait both enter.
// verdict: bug
// bug: data-race
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

static atomic_int busy[3], x, y; // threads are numbered from 1
static int entered;

static void lock(int self)
{
    for (;;) {
        atomic_store(&busy[self], 1);
        atomic_store(&x, self);
        if (atomic_load(&y) == 0) {
            atomic_store(&y, self);
            if (atomic_load(&x) == self) return;
            atomic_store(&busy[self], 0);
#ifdef FIXED
            while (atomic_load(&busy[3 - self])) sched_yield();
#endif
            if (atomic_load(&y) == self) return;
        } else {
            atomic_store(&busy[self], 0);
        }
        while (atomic_load(&y) != 0) sched_yield();
    }
}

static void *enter(void *arg)
{
    int self = (int)(intptr_t)arg;
    lock(self);
    entered++; //~ data-race
    atomic_store(&y, 0);
    atomic_store(&busy[self], 0);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, enter, (void *)(intptr_t)(i + 1));
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    assert(entered == 2);
    return 0;
}
