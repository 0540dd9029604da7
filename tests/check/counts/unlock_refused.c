// One thread locks and unlocks an error-checking mutex; N others try to unlock it, and are refused. Each of these can
// come before the lock, between, or after the unlock, whatever the others do: 3^N.
// verdict: ok
// traces N=1: 3
// traces N=2: 9
// traces N=4: 81
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

#ifndef N
#define N 2
#endif

static pthread_mutex_t mutex;

static void *hold(void *arg)
{
    assert(pthread_mutex_lock(&mutex) == 0);
    assert(pthread_mutex_lock(&mutex) == EDEADLK);
    assert(pthread_mutex_unlock(&mutex) == 0);
    return arg;
}

static void *meddle(void *arg)
{
    assert(pthread_mutex_unlock(&mutex) == EPERM);
    return arg;
}

int main(void)
{
    pthread_t threads[N + 1];
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&mutex, &attributes);
    for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, meddle, NULL);
    pthread_create(&threads[N], NULL, hold, NULL);
    for (int i = 0; i <= N; i++) pthread_join(threads[i], NULL);
    return 0;
}
