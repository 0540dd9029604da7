// A thread yields longer after each look, in a function that says how often it has. What is told decides whether it gives up.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int ready, has_given_up;

static int back_off(int rounds)
{
    int i = 0;
    for (; i < rounds; i++) sched_yield();
    return i;
}

static void *wait_for_it(void *arg)
{
    int told = 0;
    for (int n = 1; !atomic_load(&ready); n = n < 4 ? n * 2 : n) {
        told = back_off(n);
#ifndef FIXED
        if (told == 4) {
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
