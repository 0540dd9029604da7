// Condition variables: broadcast wakes all, signal without waiters is lost, turns are taken in order, timed waits time out.
// native: same
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <time.h>

enum { THREADS = 4 };
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t go = PTHREAD_COND_INITIALIZER, turn_changed = PTHREAD_COND_INITIALIZER;
static int started, opened, finished, turn, order[THREADS * 3], taken;

static void *wait_for_gate(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&mutex);
    started++;
    pthread_cond_broadcast(&turn_changed);
    while (!opened)
        pthread_cond_wait(&go, &mutex);
    finished++;
    pthread_mutex_unlock(&mutex);
    return NULL;
}

static void *take_turns(void *argument)
{
    int me = *(int *)argument;
    for (int round = 0; round < 3; round++) {
        pthread_mutex_lock(&mutex);
        while (turn != me)
            pthread_cond_wait(&turn_changed, &mutex);
        order[taken++] = me;
        turn = (turn + 1) % THREADS;
        pthread_cond_broadcast(&turn_changed);
        pthread_mutex_unlock(&mutex);
    }
    return NULL;
}

static void gate(void)
{
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, wait_for_gate, NULL);
    pthread_mutex_lock(&mutex);
    while (started < THREADS)
        pthread_cond_wait(&turn_changed, &mutex);
    printf("started %d finished %d\n", started, finished);
    opened = 1;
    pthread_cond_broadcast(&go);
    pthread_mutex_unlock(&mutex);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    printf("finished %d\n", finished);
}

static void turns(void)
{
    pthread_t threads[THREADS];
    int numbers[THREADS];
    for (int i = 0; i < THREADS; i++) {
        numbers[i] = i;
        pthread_create(&threads[i], NULL, take_turns, &numbers[i]);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < taken; i++)
        printf("%d", order[i]);
    putchar('\n');
}

/* Nobody signals, so the wait ends by its deadline; the mutex is held again afterwards. */
static void timeout(clockid_t clock)
{
    pthread_condattr_t attributes;
    pthread_cond_t never;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, clock);
    pthread_cond_init(&never, &attributes);
    struct timespec deadline;
    clock_gettime(clock, &deadline);
    deadline.tv_nsec += 3000000;
    if (deadline.tv_nsec >= 1000000000) {
        deadline.tv_nsec -= 1000000000;
        deadline.tv_sec++;
    }
    pthread_mutex_lock(&mutex);
    int code;
    do
        code = pthread_cond_timedwait(&never, &mutex, &deadline);
    while (code == 0);
    struct timespec now;
    clock_gettime(clock, &now);
    int late = now.tv_sec > deadline.tv_sec || (now.tv_sec == deadline.tv_sec && now.tv_nsec >= deadline.tv_nsec);
    printf("%d %d ", code == ETIMEDOUT, late);
    printf("%d ", pthread_mutex_trylock(&mutex) == EBUSY);
    printf("%d ", pthread_mutex_unlock(&mutex));
    printf("%d\n", pthread_cond_destroy(&never));
    pthread_condattr_destroy(&attributes);
}

int main(void)
{
    printf("%d %d\n", pthread_cond_signal(&go), pthread_cond_broadcast(&go));
    gate();
    turns();
    timeout(CLOCK_REALTIME);
    timeout(CLOCK_MONOTONIC);
    return 0;
}
