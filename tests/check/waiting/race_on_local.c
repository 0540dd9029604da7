// A thread looks at a variable of its own while it waits. Another thread has the variable's address, and writes there in the meantime.
// verdict: bug
// bug: data-race
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int ready;
static _Atomic(int *) place;

static void *wait_for_it(void *arg)
{
    int count = 0;
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
    int *count = atomic_load(&place);
    if (count) *count = 1; //~ data-race
    atomic_store(&ready, 1);
    pthread_join(thread, NULL);
    return 0;
}
