// A thread sleeps 100 ms between two looks, and looks for a second. Time passes by the sleep: ten looks, and eleven traces.
// verdict: ok
// traces: 11
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

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, stop, NULL);
    for (int slept = 0; slept < 1000 && !atomic_load(&stopped); slept += 100) {
        nanosleep(&(struct timespec){0, 100000000}, NULL);
    }
    pthread_join(thread, NULL);
    return 0;
}
