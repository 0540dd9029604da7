// A thread looks at a lock, which is then taken and given back, and takes it without acquiring. Had it looked later, it would have acquired by that what
// protects the data: that execution hides the race.
// verdict: bug
// bug: data-race
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>

#ifdef FIXED
#define ORDER memory_order_acquire
#else
#define ORDER memory_order_relaxed
#endif

static atomic_int lock, is_written;
static int data;

static void *write_it(void *arg)
{
    int free = 0;
    if (!atomic_compare_exchange_strong_explicit(&lock, &free, 1, memory_order_relaxed, memory_order_relaxed)) return arg;
    data = 1; //~ data-race
    atomic_store_explicit(&is_written, 1, memory_order_relaxed);
    atomic_store_explicit(&lock, 0, memory_order_release);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, write_it, NULL);
    int seen;
    do {
        while ((seen = atomic_load_explicit(&lock, memory_order_acquire)) != 0) sched_yield();
    } while (!atomic_compare_exchange_strong_explicit(&lock, &seen, 2, ORDER, memory_order_relaxed));
    if (atomic_load_explicit(&is_written, memory_order_relaxed) && data != 1) return 1; //~ data-race
    pthread_join(thread, NULL);
    return 0;
}
