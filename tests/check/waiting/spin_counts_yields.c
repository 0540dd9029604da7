// A thread yields at every fourth look, counts how often it does, and gives up after the second time, and says so. How often it looks decides about that.
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
    int yields = 0;
    for (unsigned spins = 1; !atomic_load(&ready); spins++) {
        if (spins % 4 == 0) {
            sched_yield();
            yields++;
        }
#ifndef FIXED
        if (yields == 2) {
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
