// Joining for a time only, by one clock or another, and a thread that has ended.
// native: same
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <time.h>

static sem_t go;

static void *wait_for_go(void *argument)
{
    sem_wait(&go);
    return argument;
}

static struct timespec in(int clock, int milliseconds)
{
    struct timespec time;
    clock_gettime(clock, &time);
    time.tv_nsec += milliseconds * 1000000L;
    time.tv_sec += time.tv_nsec / 1000000000;
    time.tv_nsec %= 1000000000;
    return time;
}

int main(void)
{
    pthread_t thread;
    void *result = NULL;
    int value = 3;
    sem_init(&go, 0, 0);
    pthread_create(&thread, NULL, wait_for_go, &value);
    struct timespec soon = in(CLOCK_REALTIME, 20);
    printf("%d ", pthread_timedjoin_np(thread, &result, &soon) == ETIMEDOUT);
    soon = in(CLOCK_MONOTONIC, 20);
    printf("%d ", pthread_clockjoin_np(thread, &result, CLOCK_MONOTONIC, &soon) == ETIMEDOUT);
    printf("%d\n", pthread_tryjoin_np(thread, &result) == EBUSY);
    sem_post(&go);
    struct timespec later = in(CLOCK_REALTIME, 60000);
    printf("%d ", pthread_timedjoin_np(thread, &result, &later));
    printf("%d\n", result == &value);
    pthread_create(&thread, NULL, wait_for_go, NULL);
    sem_post(&go);
    printf("%d ", pthread_timedjoin_np(thread, &result, NULL));
    printf("%d\n", result == NULL);
    return 0;
}
