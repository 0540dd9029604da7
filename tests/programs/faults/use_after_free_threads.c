// One thread frees what another uses afterwards; a semaphore makes the order certain.
// levels: 0
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static sem_t freed;
static int *shared;

static void *reader(void *unused)
{
    (void)unused;
    sem_wait(&freed);
    *shared = 1; //~ use-after-free
    return NULL;
}

int main(void)
{
    sem_init(&freed, 0, 0);
    shared = malloc(sizeof *shared);
    pthread_t thread;
    pthread_create(&thread, NULL, reader, NULL);
    free(shared);
    sem_post(&freed);
    pthread_join(thread, NULL);
    return 0;
}
