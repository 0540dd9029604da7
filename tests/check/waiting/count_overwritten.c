// A thread adds one to a number, and takes it back by a store. What another thread has added in between, it keeps; but what that one has published
// is not published any more, and who reads it races.
// verdict: bug
// bug: data-race
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int number, stop, go;
static int data;

static void *keep(void *arg)
{
    while (!atomic_load_explicit(&stop, memory_order_acquire)) {
        int none = 0;
        if (atomic_compare_exchange_strong(&number, &none, 1)) {
#ifdef FIXED
            atomic_fetch_add(&number, 1);
#else
            atomic_store(&number, 2);
#endif
        }
    }
    atomic_store_explicit(&go, 1, memory_order_relaxed);
    return arg;
}

static void *look(void *arg)
{
    if (!atomic_load_explicit(&go, memory_order_relaxed)) return arg;
    int seen = atomic_load_explicit(&number, memory_order_acquire);
    return seen >= 2 && data == 2 ? &data : NULL; //~ data-race
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, keep, NULL);
    pthread_create(&threads[1], NULL, look, NULL);
    data = 1;
    atomic_fetch_add_explicit(&number, 2, memory_order_release);
    atomic_store_explicit(&stop, 1, memory_order_relaxed);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}
