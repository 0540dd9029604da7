// A thread polls a flag and sleeps twice as long after each look, up to a millisecond. The length is in a struct. How long decides nothing.
// verdict: ok
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <time.h>

static atomic_int ready;

static void *set(void *arg)
{
    atomic_store(&ready, 1);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, set, NULL);
    struct timespec pause = {0, 1000};
    while (!atomic_load(&ready)) {
        nanosleep(&pause, NULL);
        if (pause.tv_nsec < 1000000) pause.tv_nsec *= 2;
    }
    pthread_join(thread, NULL);
    return 0;
}
