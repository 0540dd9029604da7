// A thread polls a semaphore, yields after each failure, and only then asks why it has failed.
// verdict: ok
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t semaphore;

static void *post(void *arg)
{
    sem_post(&semaphore);
    return arg;
}

int main(void)
{
    pthread_t thread;
    sem_init(&semaphore, 0, 0);
    pthread_create(&thread, NULL, post, NULL);
    while (sem_trywait(&semaphore) == -1) {
        sched_yield();
        if (errno != EAGAIN) return 1;
    }
    pthread_join(thread, NULL);
    return 0;
}
