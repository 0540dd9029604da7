// Two threads increment an atomic counter by one read-modify-write each.
// A trace is an order of the two increments.
// verdict: ok
// check: --no-commute
// traces: 2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int counter;

static void *increment(void *arg)
{
    atomic_fetch_add(&counter, 1);
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, increment, NULL);
    pthread_create(&threads[1], NULL, increment, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    assert(atomic_load(&counter) == 2);
    return 0;
}
