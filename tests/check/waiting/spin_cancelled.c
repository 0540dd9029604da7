// A thread polls a flag that is never set, and sleeps at every third look: there it is cancelled. A sleep is more than a pause in such a program.
// verdict: ok
#define _DEFAULT_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

static atomic_int ready;

static void *poll(void *arg)
{
    int looks = 0;
    while (!atomic_load(&ready)) {
        looks = (looks + 1) % 3;
        if (looks == 0) usleep(1);
    }
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, poll, NULL);
    pthread_cancel(thread);
    pthread_join(thread, NULL);
    return 0;
}
