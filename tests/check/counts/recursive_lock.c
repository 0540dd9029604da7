// N threads lock a recursive mutex, twice, and unlock it as often. No other thread can observe what its holder does to
// it, so only the order in which the threads first lock it counts: N!.
// verdict: ok
// traces N=2: 2
// traces N=3: 6
// traces N=5: 120
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifndef N
#define N 3
#endif

static pthread_mutex_t mutex;
static int sum;

static void *increment(void *arg)
{
    pthread_mutex_lock(&mutex);
    assert(pthread_mutex_trylock(&mutex) == 0);
    sum++;
    pthread_mutex_unlock(&mutex);
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void)
{
    pthread_t threads[N];
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&mutex, &attributes);
    for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, increment, NULL);
    for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
    assert(sum == N);
    return 0;
}
