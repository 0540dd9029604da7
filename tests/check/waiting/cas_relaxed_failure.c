// A reader loads with acquire, and a failed compare-and-swap of its own finds the message without: what it reads then races. Had it loaded later, it
// would not: the failed attempt may not be left out.
// verdict: bug
// bug: data-race
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int state;
static int data;

#ifdef FIXED
#define FAILURE memory_order_acquire
#else
#define FAILURE memory_order_relaxed
#endif

static void *write_data(void *arg)
{
    data = 1; //~ data-race
    atomic_store_explicit(&state, 1, memory_order_release);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, write_data, NULL);
    int old = atomic_load_explicit(&state, memory_order_acquire);
    while (!atomic_compare_exchange_strong_explicit(&state, &old, 2, memory_order_relaxed, FAILURE)) {
    }
    int read = old == 1 ? data : 1; //~ data-race
    pthread_join(thread, NULL);
    return !read;
}
