// Two threads wait on one condition variable. They do so with different mutexes, which POSIX leaves undefined
// when both wait at the same time.
// verdict: bug
// bug: condvar-misuse
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static atomic_int ready;

static void *wait_with_one(void *arg)
{
    pthread_mutex_lock(&one);
    while (!atomic_load(&ready)) pthread_cond_wait(&condition, &one); //~ condvar-misuse
    pthread_mutex_unlock(&one);
    return arg;
}

static void *wait_with_other(void *arg)
{
    pthread_mutex_lock(&other);
    while (!atomic_load(&ready)) pthread_cond_wait(&condition, &other); //~ condvar-misuse
    pthread_mutex_unlock(&other);
    return arg;
}

static void *announce(void *arg)
{
    pthread_mutex_lock(&one);
    pthread_mutex_lock(&other);
    atomic_store(&ready, 1);
    pthread_cond_broadcast(&condition);
    pthread_mutex_unlock(&other);
    pthread_mutex_unlock(&one);
    return arg;
}

int main(void)
{
    pthread_t threads[3];
    pthread_create(&threads[0], NULL, wait_with_one, NULL);
    pthread_create(&threads[1], NULL, wait_with_other, NULL);
    pthread_create(&threads[2], NULL, announce, NULL);
    for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
    return 0;
}
