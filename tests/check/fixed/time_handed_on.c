// Two threads take turns. Each sleeps, notes the time, and hands on with another kind of synchronisation; the other one has
// slept less, but its clock must not be behind. What follows the last turn is seen by the thread that joins.
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

static sem_t semaphore;
static pthread_barrier_t barrier;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static atomic_int flag, word;
static int signalled;
static long latest;

static long now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000L + t.tv_nsec;
}

static void hand_on(void)
{
    sleep(1);
    latest = now();
}

static void take_over(void)
{
    assert(now() >= latest);
}

static void *other(void *arg)
{
    sem_wait(&semaphore);
    take_over();
    hand_on();
    atomic_store_explicit(&flag, 1, memory_order_release);

    pthread_barrier_wait(&barrier);
    take_over();
    hand_on();
    pthread_mutex_lock(&lock);
    signalled = 1;
    pthread_mutex_unlock(&lock);
    pthread_cond_signal(&condition);

    while (atomic_load(&word) == 0) syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, NULL);
    take_over();
    hand_on();
    return arg;
}

int main(void)
{
    pthread_t thread;
    sem_init(&semaphore, 0, 0);
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&thread, NULL, other, NULL);
    hand_on();
    sem_post(&semaphore);

    while (atomic_load_explicit(&flag, memory_order_acquire) == 0);
    take_over();
    hand_on();
    pthread_barrier_wait(&barrier);

    pthread_mutex_lock(&lock);
    while (!signalled) pthread_cond_wait(&condition, &lock);
    pthread_mutex_unlock(&lock);
    take_over();
    hand_on();
    atomic_store(&word, 1);
    syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1);

    pthread_join(thread, NULL);
    take_over();
    return 0;
}
