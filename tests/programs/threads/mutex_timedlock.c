// pthread_mutex_timedlock: takes a free mutex immediately, and times out on one that is never released.
// native: same
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static struct timespec soon(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    t.tv_nsec += 5000000;
    if (t.tv_nsec >= 1000000000) {
        t.tv_nsec -= 1000000000;
        t.tv_sec++;
    }
    return t;
}

static void *attempt(void *argument)
{
    struct timespec deadline = soon(CLOCK_REALTIME);
    int *code = argument;
    *code = pthread_mutex_timedlock(&mutex, &deadline);
    if (*code == 0)
        pthread_mutex_unlock(&mutex);
    return NULL;
}

static int run(void)
{
    pthread_t thread;
    int code = -1;
    pthread_create(&thread, NULL, attempt, &code);
    pthread_join(thread, NULL);
    return code;
}

int main(void)
{
    printf("%d ", run());
    pthread_mutex_lock(&mutex);
    printf("%d ", run() == ETIMEDOUT);
    pthread_mutex_unlock(&mutex);
    printf("%d\n", run());
    struct timespec past = { 0, 0 };
    printf("%d ", pthread_mutex_timedlock(&mutex, &past));
    printf("%d\n", pthread_mutex_unlock(&mutex));
    return 0;
}
