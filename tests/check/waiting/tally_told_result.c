// A thread counts in a variable, by way of its address, whether it was early, and ends with that. Main asserts that it was not.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int ready;

static void *wait_for_it(void *arg)
{
    long early = 0, *noted = &early;
    while (!atomic_load(&ready)) {
#ifdef FIXED
        ++*noted;
#else
        *noted |= 1;
#endif
    }
    return (char *)NULL + early;
}

int main(void)
{
    pthread_t thread;
    void *result = NULL;
    pthread_create(&thread, NULL, wait_for_it, NULL);
    atomic_store(&ready, 1);
#ifdef FIXED
    pthread_join(thread, NULL);
#else
    pthread_join(thread, &result);
#endif
    assert(!result); //~ assertion
    return 0;
}
