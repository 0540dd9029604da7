// N threads take a lock by trying until it is free: N! traces, as with a lock that blocks.
// verdict: ok
// check: --no-commute
// traces N=2: 2
// traces N=3: 6
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stddef.h>

#ifndef N
#define N 2
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int entered;

static void *enter(void *arg)
{
    while (pthread_mutex_trylock(&mutex) != 0) sched_yield();
    entered++;
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void)
{
    pthread_t threads[N];
    for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, enter, NULL);
    for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
    assert(entered == N);
    return 0;
}
