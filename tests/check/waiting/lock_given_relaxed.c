// A thread takes a lock and gives it back, again and again. It gives it back by a store that does not release, and so what another thread
// has published there is not published any more: who reads the lock then races.
// verdict: bug
// bug: data-race
// check: --unroll 3
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

static atomic_int taken, stop, go;
static int data;

#ifdef FIXED
#define ORDER memory_order_release
#else
#define ORDER memory_order_relaxed
#endif

static bool try_lock(memory_order order)
{
    int free = 0;
    return atomic_compare_exchange_strong_explicit(&taken, &free, 1, order, memory_order_relaxed);
}

static void unlock(void)
{
    atomic_store_explicit(&taken, 0, memory_order_release);
}

static void *keep(void *arg)
{
    while (!atomic_load_explicit(&stop, memory_order_acquire)) {
        if (try_lock(memory_order_acquire)) atomic_store_explicit(&taken, 0, ORDER);
    }
    atomic_store_explicit(&go, 1, memory_order_relaxed);
    return arg;
}

static void *look(void *arg)
{
    if (!atomic_load_explicit(&go, memory_order_relaxed)) return arg;
    int seen = atomic_load_explicit(&taken, memory_order_acquire);
    return seen == 0 && data == 2 ? &data : NULL; //~ data-race
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, keep, NULL);
    pthread_create(&threads[1], NULL, look, NULL);
    while (!try_lock(memory_order_acquire)) {}
    data = 1;
    unlock();
    atomic_store_explicit(&stop, 1, memory_order_relaxed);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}
