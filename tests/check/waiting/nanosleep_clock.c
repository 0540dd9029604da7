// A thread sleeps for a second, and a clock shows that it did.
// verdict: ok
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static void *sleeper(void *arg)
{
    struct timespec start, end, pause = {1, 0};
    clock_gettime(CLOCK_MONOTONIC, &start);
    nanosleep(&pause, NULL);
    clock_gettime(CLOCK_MONOTONIC, &end);
    assert(end.tv_sec > start.tv_sec);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, sleeper, NULL);
    sleeper(NULL);
    pthread_join(thread, NULL);
    return 0;
}
