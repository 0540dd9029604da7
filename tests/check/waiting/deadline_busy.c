// A thread polls until it is told to stop, or for one second by the clock. It may be that it was never told.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <time.h>

static atomic_int stopped;

static void *stop(void *arg)
{
    atomic_store(&stopped, 1);
    return arg;
}

static long now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, stop, NULL);
    long deadline = now() + 1000;
    int seen = 0;
    while (!seen && now() < deadline) seen = atomic_load(&stopped);
#ifdef FIXED
    assert(seen || now() >= deadline);
#else
    assert(seen); //~ assertion
#endif
    pthread_join(thread, NULL);
    return 0;
}
