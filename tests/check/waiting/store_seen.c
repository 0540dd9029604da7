// A thread that stores the same value again and again hides two releases of another thread from a reader, each of them by a store of its own: so
// none of the two stores can be left out. Where an update comes in their place, nothing is hidden.
// verdict: bug
// bug: data-race
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int word = 1, stop, seen, go;
static int data;

static void put(void)
{
#ifdef FIXED
    atomic_exchange_explicit(&word, 1, memory_order_relaxed);
#else
    atomic_store_explicit(&word, 1, memory_order_relaxed);
#endif
}

static void *keep(void *arg)
{
    int why;
    while (!(why = atomic_load_explicit(&stop, memory_order_relaxed))) put();
    if (why == 1) atomic_store_explicit(&go, 1, memory_order_relaxed);
    return arg;
}

static void *look(void *arg)
{
    int first = atomic_load_explicit(&word, memory_order_acquire);
    atomic_store_explicit(&seen, 1, memory_order_relaxed);
    if (!atomic_load_explicit(&go, memory_order_relaxed)) return arg;
    int second = atomic_load_explicit(&word, memory_order_acquire);
    return first == second && data == 2 ? arg : NULL; //~ data-race
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, keep, NULL);
    pthread_create(&threads[1], NULL, look, NULL);
    data = 1;
    atomic_store_explicit(&word, 1, memory_order_release);
    if (atomic_load_explicit(&seen, memory_order_relaxed)) {
        atomic_store_explicit(&word, 1, memory_order_release);
        atomic_store_explicit(&stop, 1, memory_order_relaxed);
    } else {
        atomic_store_explicit(&stop, 2, memory_order_relaxed);
    }
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}
