// Two threads take a lock, and sleep for a random time after each failure. The generator is seeded with the time, which nothing else is decided by; and what is drawn
// is divided by a limit.
// verdict: ok
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#ifndef N
#define N 2
#endif

static atomic_int locked;
static int entered;

static void *enter(void *arg)
{
    int limit = 16;
    while (atomic_exchange(&locked, 1)) usleep(rand() % limit);
    entered++;
    atomic_store(&locked, 0);
    return arg;
}

int main(void)
{
    pthread_t threads[N];
    srand(time(NULL));
    for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, enter, NULL);
    for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
    assert(entered == N);
    return 0;
}
