// errno is looked at by a function that is called through a pointer.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t semaphore;

static void look(void)
{
    assert(errno == 0); //~ assertion
}

static void (*volatile then)(void) = look;

static void *enter(void *arg)
{
    while (sem_trywait(&semaphore) != 0) {
    }
    sem_post(&semaphore);
    then();
    return arg;
}

int main(void)
{
    pthread_t thread;
    sem_init(&semaphore, 0, 1);
    pthread_create(&thread, NULL, enter, NULL);
    while (sem_trywait(&semaphore) != 0) {
    }
    sem_post(&semaphore);
    pthread_join(thread, NULL);
    return 0;
}
