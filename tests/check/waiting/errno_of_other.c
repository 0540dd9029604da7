// A failed attempt of a thread is seen by another one, which has been given the address of its errno.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t semaphore, given, done;
static int *error;

static void *poll(void *arg)
{
    error = &errno;
    sem_post(&given);
    while (sem_trywait(&semaphore) == -1) {
    }
    sem_post(&given);
    sem_wait(&done);
    return arg;
}

int main(void)
{
    pthread_t thread;
    sem_init(&semaphore, 0, 0);
    sem_init(&given, 0, 0);
    sem_init(&done, 0, 0);
    pthread_create(&thread, NULL, poll, NULL);
    sem_wait(&given);
    sem_post(&semaphore);
    sem_wait(&given);
    assert(*error == 0); //~ assertion
    sem_post(&done);
    pthread_join(thread, NULL);
    return 0;
}
