// Two threads poll under a spin lock that is made of a compare-and-swap and a store. If no thread sets what they wait for, they meet at the lock for
// ever: a livelock, though each of them changes the lock all the time.
// verdict: bug
// bug: livelock
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int taken;
static int flag;

static void lock(void)
{
    int free = 0;
    while (!atomic_compare_exchange_weak_explicit(&taken, &free, 1, memory_order_acquire, memory_order_relaxed)) { //~ livelock
        free = 0;
    }
}

static void unlock(void)
{
    atomic_store_explicit(&taken, 0, memory_order_release);
}

static void *poll(void *arg)
{
    for (int seen = 0; !seen;) {
        lock();
        seen = flag;
        unlock();
    }
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, poll, NULL);
#ifdef FIXED
    lock();
    flag = 1;
    unlock();
#endif
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}
