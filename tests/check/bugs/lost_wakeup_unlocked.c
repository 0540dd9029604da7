// A waiter looks at an atomic predicate under the mutex. The predicate is set and signalled without the
// mutex: both can happen after the waiter's look and before its sleep.
// verdict: bug
// bug: deadlock
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static atomic_int ready;

static void *wait_for_it(void *arg)
{
    pthread_mutex_lock(&mutex);
    while (!atomic_load(&ready)) pthread_cond_wait(&condition, &mutex);
    pthread_mutex_unlock(&mutex);
    return arg;
}

static void *announce(void *arg)
{
    atomic_store(&ready, 1);
    pthread_cond_signal(&condition);
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, wait_for_it, NULL);
    pthread_create(&threads[1], NULL, announce, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}
