// A thread tries to take a semaphore until it can. A failed attempt sets errno, which is the thread's own.
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
    while (sem_trywait(&semaphore) == -1 && errno == EAGAIN) sched_yield();
    pthread_join(thread, NULL);
    return 0;
}
