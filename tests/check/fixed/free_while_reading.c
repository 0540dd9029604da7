// One thread reads a message, another one frees it. The reader posts a semaphore when it has read, and the
// other one waits for that.
// verdict: ok
// traces: 1
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static sem_t was_read;
static int *message;

static void *read_message(void *arg)
{
    assert(*message == 42);
    sem_post(&was_read);
    return arg;
}

static void *free_message(void *arg)
{
    sem_wait(&was_read);
    free(message);
    return arg;
}

int main(void)
{
    sem_init(&was_read, 0, 0);
    message = malloc(sizeof *message);
    if (message == NULL) return 1;
    *message = 42;
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, read_message, NULL);
    pthread_create(&threads[1], NULL, free_message, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}
