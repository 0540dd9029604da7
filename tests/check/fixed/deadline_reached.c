// A thread whose wait times out finds that the clock has reached the deadline, with every kind of wait, and on every
// clock. A deadline that is long past does not make time jump.
// verdict: ok
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static sem_t semaphore;

static struct timespec in_seconds(clockid_t clock, int seconds)
{
    struct timespec t;
    clock_gettime(clock, &t);
    t.tv_sec += seconds;
    return t;
}

static void check(int result, clockid_t clock, const struct timespec *deadline)
{
    struct timespec t;
    clock_gettime(clock, &t);
    if (result != ETIMEDOUT) return;
    assert(t.tv_sec > deadline->tv_sec || (t.tv_sec == deadline->tv_sec && t.tv_nsec >= deadline->tv_nsec));
    assert(t.tv_sec <= deadline->tv_sec + 20);
}

static void *wait(void *arg)
{
    struct timespec real = in_seconds(CLOCK_REALTIME, 1);
    check(pthread_mutex_timedlock(&lock, &real), CLOCK_REALTIME, &real);
    real = in_seconds(CLOCK_REALTIME, -10);
    check(pthread_rwlock_timedwrlock(&rwlock, &real), CLOCK_REALTIME, &real);
    real = in_seconds(CLOCK_REALTIME, 1);
    check(sem_timedwait(&semaphore, &real) ? errno : 0, CLOCK_REALTIME, &real);
    pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&own);
    struct timespec monotonic = in_seconds(CLOCK_MONOTONIC, 1);
    check(pthread_cond_clockwait(&condition, &own, CLOCK_MONOTONIC, &monotonic), CLOCK_MONOTONIC, &monotonic);
    pthread_mutex_unlock(&own);
    return arg;
}

int main(void)
{
    pthread_t thread;
    sem_init(&semaphore, 0, 0);
    pthread_mutex_lock(&lock);
    pthread_rwlock_rdlock(&rwlock);
    pthread_create(&thread, NULL, wait, NULL);
    pthread_cond_signal(&condition);
    pthread_join(thread, NULL);
    return 0;
}
