// A thread polls two flags, one after the other, and writes to a variable while neither is set. If it leaves the loop in the middle, having missed
// the first flag and seen the second, it tells so without synchronisation, and the variable is written by another thread.
// The race needs an iteration that changes nothing, and after it one that is left in the middle.
// verdict: bug
// bug: data-race
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifdef FIXED
#define TELL memory_order_release
#define ASK memory_order_acquire
#else
#define TELL memory_order_relaxed
#define ASK memory_order_relaxed
#endif

static atomic_int first, second, told;
static int result;

static void *poll_both(void *arg)
{
    for (;;) {
        if (atomic_load_explicit(&first, memory_order_relaxed)) return arg;
        if (atomic_load_explicit(&second, memory_order_relaxed)) break;
        result = 0; //~ data-race
    }
    atomic_store_explicit(&told, 1, TELL);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, poll_both, NULL);
    atomic_store_explicit(&first, 1, memory_order_relaxed);
    atomic_store_explicit(&second, 1, memory_order_relaxed);
    if (atomic_load_explicit(&told, ASK)) result = 1; //~ data-race
    pthread_join(thread, NULL);
    return 0;
}
