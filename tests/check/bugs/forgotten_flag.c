// A thread waits for two others to finish. One of them never says that it has: the thread spins in vain, in
// every interleaving.
// verdict: bug
// bug: livelock | deadlock
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

static atomic_int finished[2];

static void *work(void *arg)
{
    if (arg != NULL) atomic_store(&finished[(intptr_t)arg], 1);
    return NULL;
}

static void *collect(void *arg)
{
    for (int i = 0; i < 2; i++) {
        while (!atomic_load(&finished[i])) sched_yield();
    }
    return arg;
}

int main(void)
{
    pthread_t threads[3];
    pthread_create(&threads[0], NULL, work, (void *)0);
    pthread_create(&threads[1], NULL, work, (void *)1);
    pthread_create(&threads[2], NULL, collect, NULL);
    for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
    return 0;
}
