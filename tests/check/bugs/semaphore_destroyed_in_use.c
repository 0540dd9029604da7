// A thread posts when it is done. Main destroys the semaphore without having waited for that.
// verdict: bug
// bug: semaphore-misuse
// bug: data-race
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t done;

static void *work(void *arg)
{
    sem_post(&done); //~ semaphore-misuse | data-race
    return arg;
}

int main(void)
{
    pthread_t thread;
    sem_init(&done, 0, 0);
    pthread_create(&thread, NULL, work, NULL);
    sem_destroy(&done); //~ data-race
    pthread_join(thread, NULL);
    return 0;
}
