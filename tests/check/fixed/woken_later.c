// A sleeper notes when it was woken: no earlier than the waker says, although only the wake-up itself orders the two. The
// waker makes sure that it sleeps, by taking the lock that the wait releases.
// verdict: ok
#define _GNU_SOURCE
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static sem_t locked;
static atomic_int word;
static atomic_long called;

static long now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000L + t.tv_nsec;
}

static void *sleep_on_condition(void *arg)
{
    pthread_mutex_lock(&lock);
    sem_post(&locked);
    pthread_cond_wait(&condition, &lock);
    long woken = now();
    assert(woken >= called);
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *sleep_on_futex(void *arg)
{
    if (syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, NULL) == 0) {
        long woken = now();
        assert(woken >= called);
    }
    return arg;
}

int main(void)
{
    pthread_t sleeper;
    sem_init(&locked, 0, 0);
    pthread_create(&sleeper, NULL, sleep_on_condition, NULL);
    sem_wait(&locked);
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    sleep(1);
    called = now();
    pthread_cond_signal(&condition);
    pthread_join(sleeper, NULL);

    pthread_create(&sleeper, NULL, sleep_on_futex, NULL);
    sleep(1);
    called = now();
    word = 1;
    syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1);
    pthread_join(sleeper, NULL);
    return 0;
}
