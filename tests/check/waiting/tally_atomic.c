// Two threads poll a flag, and count their looks with atomic updates whose results nothing uses.
// verdict: ok
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int ready;
static atomic_long looks;
static _Atomic unsigned char was_early;

static void *set(void *arg)
{
    atomic_store(&ready, 1);
    return arg;
}

static void *wait_for_it(void *arg)
{
    while (!atomic_load(&ready)) {
        atomic_fetch_add_explicit(&looks, 1, memory_order_relaxed);
        atomic_exchange(&was_early, 1);
    }
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, wait_for_it, NULL);
    pthread_create(&threads[1], NULL, set, NULL);
    wait_for_it(NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}
