// A thread looks at its instance of a thread-local variable while it waits. Another thread has the address.
// verdict: bug
// bug: data-race
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int ready;
static _Atomic(int *) place;
static _Thread_local int count;

static void *wait_for_it(void *arg)
{
    atomic_store(&place, &count);
    while (!atomic_load(&ready)) {
#ifndef FIXED
        if (count == 2) break; //~ data-race
#endif
    }
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, wait_for_it, NULL);
    int *its = atomic_load(&place);
    if (its) *its = 1; //~ data-race
    atomic_store(&ready, 1);
    pthread_join(thread, NULL);
    return 0;
}
