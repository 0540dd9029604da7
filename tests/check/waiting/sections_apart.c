// N threads change a counter of their own under one lock: no thread can see in which order.
// verdict: ok
// check: --no-commute
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 3
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counters[N];

static void *count(void *arg)
{
    pthread_mutex_lock(&mutex);
    counters[(intptr_t)arg]++;
    pthread_mutex_unlock(&mutex);
    return NULL;
}

int main(void)
{
    pthread_t threads[N];
    for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, count, (void *)(intptr_t)i);
    for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
    for (int i = 0; i < N; i++) assert(counters[i] == 1);
    return 0;
}
