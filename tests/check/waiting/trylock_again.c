// A thread that finds a lock taken yields and tries again until it is free. Whether it waits at the yield depends on the lock: what other threads do to
// the lock and the yield do not commute.
// verdict: ok
#include <pthread.h>
#include <sched.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *try_again(void *arg)
{
    if (pthread_mutex_trylock(&mutex)) {
        do sched_yield();
        while (pthread_mutex_trylock(&mutex));
    }
    pthread_mutex_unlock(&mutex);
    return arg;
}

static void *try_once(void *arg)
{
    if (!pthread_mutex_trylock(&mutex)) pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void)
{
    pthread_t again, once;
    pthread_create(&again, NULL, try_again, NULL);
    pthread_create(&once, NULL, try_once, NULL);
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    pthread_join(again, NULL);
    pthread_join(once, NULL);
    return 0;
}
