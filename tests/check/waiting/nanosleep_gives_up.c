// A thread polls a flag and sleeps twice as long after each look, until that is too long: then it gives up. So the length decides something.
// verdict: bug
// bug: assertion
#include <assert.h>
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
        pause.tv_nsec *= 2;
#ifdef FIXED
        if (pause.tv_nsec > 4000) pause.tv_nsec = 4000;
#else
        if (pause.tv_nsec > 4000) break;
#endif
    }
    assert(atomic_load(&ready)); //~ assertion
    pthread_join(thread, NULL);
    return 0;
}
