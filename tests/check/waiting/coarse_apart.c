// N threads change a counter of their own under one lock. The sections touch nothing in common: one trace, where their orders are N!.
// verdict: ok
// check: --coarse-locks
// traces N=2: 1
// traces N=5: 1
// traces N=8: 1
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifndef N
#define N 5
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counts[N];

static void *increment(void *count)
{
    pthread_mutex_lock(&mutex);
    ++*(int *)count;
    pthread_mutex_unlock(&mutex);
    return NULL;
}

int main(void)
{
    pthread_t threads[N];
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, increment, &counts[i]);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < N; i++)
        assert(counts[i] == 1);
}
