// A thread sleeps, and is told how much of the time is left, into the struct that says how long. A handler of a signal may have woken it.
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
        while (nanosleep(&pause, &pause) < 0) {
        }
    }
    pthread_join(thread, NULL);
    return 0;
}
