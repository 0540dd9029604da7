// Two threads increment an atomic counter by a load and a store: no data race, but one update can be lost.
// Each thread loads and stores. One thread first: 2 traces; both load first: 2 more, one for each order of
// the stores.
// verdict: bug
// bug: assertion
// check: --no-commute
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int counter;

static void *increment(void *arg)
{
    int old = atomic_load(&counter);
    atomic_store(&counter, old + 1);
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, increment, NULL);
    pthread_create(&threads[1], NULL, increment, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    assert(atomic_load(&counter) == 2); //~ assertion
    return 0;
}
