// N threads, each increments a plain counter under one mutex. A trace is an order of the critical sections:
// N!. Main reads the sum after joining, which adds no traces.
// verdict: ok
// check: --no-commute
// traces N=2: 2
// traces N=3: 6
// traces N=5: 120
// traces N=7: 5040
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifndef N
#define N 5
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void *increment(void *arg)
{
    pthread_mutex_lock(&mutex);
    sum++;
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void)
{
    pthread_t threads[N];
    for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, increment, NULL);
    for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
    assert(sum == N);
    return 0;
}
