// Joins a detached thread.
#include <pthread.h>
#include <semaphore.h>

static sem_t go;

static void *worker(void *unused)
{
    sem_wait(&go);
    return unused;
}

int main(void)
{
    sem_init(&go, 0, 0);
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    pthread_detach(thread);
    pthread_join(thread, NULL); //~ thread-misuse
    sem_post(&go);
    return 0;
}
