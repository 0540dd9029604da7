// Main polls a flag that another thread sets, and sleeps in between: looking in vain is waiting, and no thread observes
// a sleep. 1 trace. With -DBOUND=n it gives up after n looks: the flag is set before one of them or after all,
// n + 1 traces.
// verdict: ok
// traces BOUND=0: 1
// traces BOUND=1: 2
// traces BOUND=3: 4
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

#ifndef BOUND
#define BOUND 0
#endif

static atomic_int flag;

static void *set(void *arg)
{
    atomic_store(&flag, 1);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, set, NULL);
#if BOUND > 0
    for (int i = 0; i < BOUND && !atomic_load(&flag); i++) {
    }
#else
    while (!atomic_load(&flag)) usleep(1000);
#endif
    pthread_join(thread, NULL);
    return 0;
}
