// A thread waits for a bit that another one sets, and sets its own, until it is told to stop; a third thread sets another bit. Setting bits commutes, so
// whether the third bit was set between the look and the own one is not part of a trace.
// verdict: ok
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int bits, is_over = 1;

static void *set(void *bit)
{
    atomic_fetch_or_explicit(&bits, *(int *)bit, memory_order_relaxed);
    return NULL;
}

int main(void)
{
    static int first = 1, second = 2;
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, set, &first);
    pthread_create(&threads[1], NULL, set, &second);
    do {
        while (!(atomic_load_explicit(&bits, memory_order_relaxed) & 1)) { }
        atomic_fetch_or_explicit(&bits, 4, memory_order_relaxed);
    } while (!atomic_load(&is_over));
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}
