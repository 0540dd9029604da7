// Two threads take a lock, and pause for a random time after each failure, by the generators that belong to the process. No number decides anything else, so it
// does not matter in which order the threads draw them.
// verdict: ok
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

#ifndef N
#define N 2
#endif

static atomic_int locked;
static int entered;

static int draw(int limit)
{
    return limit > 8 ? rand() % 8 : random() % 4;
}

static void *enter(void *arg)
{
    int limit = 1;
    while (atomic_exchange(&locked, 1)) {
        if (draw(limit) == 0) sched_yield();
        else usleep(100 * drand48());
        limit *= 2;
    }
    entered++;
    atomic_store(&locked, 0);
    return arg;
}

int main(void)
{
    pthread_t threads[N];
    srand(7);
    srand48(8);
    for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, enter, NULL);
    for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
    assert(entered == N);
    return 0;
}
