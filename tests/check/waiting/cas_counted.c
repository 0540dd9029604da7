// A thread counts how often its compare-and-swap has failed, and others see the counter: a failed attempt has an effect, and none may be left out.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int counter, failures;

static void *add(void *arg)
{
    int old = atomic_load(&counter);
    while (!atomic_compare_exchange_strong(&counter, &old, old + 1)) {
        atomic_fetch_add(&failures, 1);
    }
    return arg;
}

int main(void)
{
    pthread_t threads[3];
    for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, add, NULL);
    for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
#ifdef FIXED
    assert(atomic_load(&failures) <= 3);
#else
    assert(atomic_load(&failures) <= 2); //~ assertion
#endif
    return 0;
}
