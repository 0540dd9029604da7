// A thread stores the same value again and again. That changes nothing, but a reader who finds this value instead of another thread's release
// acquires nothing: what it reads then races. Where an update comes in between, which continues the release sequence, it does not.
// verdict: bug
// bug: data-race
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int word = 1, stop, go;
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
    while (!atomic_load_explicit(&stop, memory_order_acquire)) put();
    atomic_store_explicit(&go, 1, memory_order_relaxed);
    return arg;
}

static void *look(void *arg)
{
    if (!atomic_load_explicit(&go, memory_order_relaxed)) return arg;
    int seen = atomic_load_explicit(&word, memory_order_acquire);
    return seen == 1 && data == 2 ? arg : NULL; //~ data-race
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, keep, NULL);
    pthread_create(&threads[1], NULL, look, NULL);
    data = 1;
    atomic_store_explicit(&word, 1, memory_order_release);
    atomic_store_explicit(&stop, 1, memory_order_relaxed);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}
