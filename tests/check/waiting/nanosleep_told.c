// A thread polls a flag and sleeps longer after the first look. Another function notes the longest time, and main asserts that it slept for less than
// two seconds.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <time.h>

static atomic_int ready;
static long longest;

static void *set(void *arg)
{
    atomic_store(&ready, 1);
    return arg;
}

static __attribute__((noinline)) void note(const struct timespec *pause)
{
    if (pause->tv_sec > longest) longest = pause->tv_sec;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, set, NULL);
    struct timespec pause = {1, 0};
    while (!atomic_load(&ready)) {
        nanosleep(&pause, NULL);
        note(&pause);
#ifndef FIXED
        pause.tv_sec = 2;
#endif
    }
    assert(longest < 2); //~ assertion
    pthread_join(thread, NULL);
    return 0;
}
