// Threads count themselves as waiting while they look at a flag, which another thread sets only if it sees that someone waits: a signal that is lost.
// verdict: bug
// bug: livelock
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int waiters, flag;

static void *wait(void *arg)
{
    for (int seen = 0; !seen;) {
        atomic_fetch_add(&waiters, 1);
        seen = atomic_load(&flag); //~ livelock
        atomic_fetch_sub(&waiters, 1);
        sched_yield();
    }
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, wait, NULL);
#ifndef FIXED
    if (atomic_load(&waiters))
#endif
        atomic_store(&flag, 1);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}
