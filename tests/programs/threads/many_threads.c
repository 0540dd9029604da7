// Threads that have ended and are joined, or detached, make room for others: 1,200 live one after another.
// stdout: 1200
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static sem_t done;
static int counter;

static void *count(void *arg)
{
    counter++;
    sem_post(&done);
    return arg;
}

int main(void)
{
    sem_init(&done, 0, 0);
    for (int i = 0; i < 1200; i++) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, count, NULL) != 0) return 1;
        sem_wait(&done);
        if (i % 2) pthread_join(thread, NULL);
        else pthread_detach(thread);
    }
    printf("%d\n", counter);
    return 0;
}
