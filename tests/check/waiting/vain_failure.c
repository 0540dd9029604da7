// An iteration that finds nothing fails by itself: it asserts that no message is half-written. What goes wrong in an iteration that
// need not have been made is a bug.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int half, ready;

static void *set(void *arg)
{
#ifndef FIXED
    atomic_store(&half, 1);
    atomic_store(&half, 0);
#endif
    atomic_store(&ready, 1);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, set, NULL);
    while (!atomic_load(&ready)) {
        assert(!atomic_load(&half)); //~ assertion
    }
    pthread_join(thread, NULL);
    return 0;
}
