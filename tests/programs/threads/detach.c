// Detached threads: by pthread_detach from outside and inside, and by attribute; main waits for them with a semaphore.
// native: same
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>

static sem_t done;
static atomic_int sum;

static void *work(void *argument)
{
    atomic_fetch_add(&sum, *(const int *)argument);
    sem_post(&done);
    return NULL;
}

static void *detach_self(void *argument)
{
    if (pthread_detach(pthread_self()) == 0)
        atomic_fetch_add(&sum, 1000);
    return work(argument);
}

int main(void)
{
    static const int numbers[] = { 1, 20, 300 };
    sem_init(&done, 0, 0);
    pthread_t thread;
    pthread_create(&thread, NULL, work, (void *)&numbers[0]);
    printf("%d\n", pthread_detach(thread));
    pthread_create(&thread, NULL, detach_self, (void *)&numbers[1]);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_create(&thread, &attributes, work, (void *)&numbers[2]);
    pthread_attr_destroy(&attributes);
    for (int i = 0; i < 3; i++)
        sem_wait(&done);
    printf("%d\n", atomic_load(&sum));
    sem_destroy(&done);
    return 0;
}
