// A thread spins, yields at every fourth look, and after ten looks gives up, and says so: here the counter decides more than how often it yields.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int ready, has_given_up;

static void *wait_for_it(void *arg)
{
    for (int spins = 1; !atomic_load(&ready); spins++) {
        if (spins % 4 == 0) sched_yield();
#ifndef FIXED
        if (spins == 10) {
            atomic_store(&has_given_up, 1);
            return arg;
        }
#endif
    }
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, wait_for_it, NULL);
    atomic_store(&ready, 1);
    pthread_join(thread, NULL);
    assert(!atomic_load(&has_given_up)); //~ assertion
    return 0;
}
