// A thread posts when it is done, and main waits for that before it destroys the semaphore.
// verdict: ok
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t done;

static void *work(void *arg)
{
    sem_post(&done);
    return arg;
}

int main(void)
{
    pthread_t thread;
    sem_init(&done, 0, 0);
    pthread_create(&thread, NULL, work, NULL);
    sem_wait(&done);
    sem_destroy(&done);
    pthread_join(thread, NULL);
    return 0;
}
