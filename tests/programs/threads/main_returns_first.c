// Returning from main ends the process although other threads are blocked forever.
// native: same
// exit: 9
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static sem_t started, never;

static void *worker(void *unused)
{
    (void)unused;
    sem_post(&started);
    sem_wait(&never);
    puts("not reached");
    return NULL;
}

int main(void)
{
    sem_init(&started, 0, 0);
    sem_init(&never, 0, 0);
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, worker, NULL);
    for (int i = 0; i < 2; i++)
        sem_wait(&started);
    puts("main returns");
    return 9;
}
