// Two threads take turns, and each notes the time of its turn. But one of them does so after it has handed on: the other may
// have looked at its clock before that.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>
#include <time.h>
#include <unistd.h>

static sem_t semaphore;
static atomic_long latest;

static long now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000L + t.tv_nsec;
}

static void *other(void *arg)
{
    sem_wait(&semaphore);
    long start = now();
    assert(start >= latest); //~ assertion
    return arg;
}

int main(void)
{
    pthread_t thread;
    sem_init(&semaphore, 0, 0);
    pthread_create(&thread, NULL, other, NULL);
    sem_post(&semaphore);
    sleep(1);
    latest = now();
    pthread_join(thread, NULL);
    assert(now() >= latest);
    return 0;
}
