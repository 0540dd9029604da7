// Threads raise a maximum by compare-and-swap, unless it is high enough already. One of them checks with a value that it has read before the
// last failure.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

static atomic_int maximum;

static void *raise(void *arg)
{
    int value = (int)(intptr_t)arg, old = atomic_load(&maximum), expected = old;
    while (old < value && !atomic_compare_exchange_strong(&maximum, &expected, value)) {
#ifdef FIXED
        old = expected;
#endif
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[3];
    for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, raise, (void *)(intptr_t)(i + 1));
    for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
    assert(atomic_load(&maximum) == 3); //~ assertion
    return 0;
}
