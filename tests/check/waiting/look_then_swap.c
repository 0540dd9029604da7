// A thread looks at a variable, and swaps a 1 for a 2 in its next step, whatever it saw; it tries until it succeeds. Where the other thread stores
// the 1 in between, it has seen a 0. It could not as well have looked only then: a look that leads elsewhere counts.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;

static void *store(void *arg)
{
    atomic_store(&x, 1);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, store, NULL);
    int seen, expected;
    do {
        seen = atomic_load(&x);
        expected = 1;
    } while (!atomic_compare_exchange_strong(&x, &expected, 2));
    pthread_join(thread, NULL);
    assert(seen != 0); //~ assertion
    return 0;
}
