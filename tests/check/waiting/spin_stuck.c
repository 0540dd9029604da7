// At its third look, a thread begins to yield for ever: a loop without end does more than to pause.
// verdict: bug
// bug: livelock
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int ready;

static void *wait_for_it(void *arg)
{
    unsigned looks = 0;
    while (!atomic_load(&ready)) {
        if (++looks == 3) {
            for (;;) sched_yield(); //~ livelock
        }
    }
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, wait_for_it, NULL);
    atomic_store(&ready, 1);
    pthread_join(thread, NULL);
    return 0;
}
