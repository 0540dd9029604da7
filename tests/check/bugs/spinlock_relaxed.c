// A spin lock by compare-and-swap that looks before it tries. It is taken with a relaxed operation: there is
// mutual exclusion, but what the previous owner wrote is not acquired.
// verdict: bug
// bug: data-race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#define TAKE memory_order_relaxed

static atomic_int lock;
static int counter;

static void take(void)
{
    for (;;) {
        int unlocked = 0;
        if (atomic_load_explicit(&lock, memory_order_relaxed)) continue;
        if (atomic_compare_exchange_strong_explicit(&lock, &unlocked, 1, TAKE, memory_order_relaxed)) return;
    }
}

static void *increment(void *arg)
{
    take();
    counter++; //~ data-race
    atomic_store_explicit(&lock, 0, memory_order_release);
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, increment, NULL);
    pthread_create(&threads[1], NULL, increment, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    assert(counter == 2);
    return 0;
}
