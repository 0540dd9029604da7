// errno is looked at by a handler of a signal that another thread sends.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stddef.h>

static sem_t semaphore;

static void look(int number)
{
    (void)number;
    assert(errno == 0); //~ assertion
}

static void *enter(void *to)
{
    while (sem_trywait(&semaphore) != 0) {
    }
    sem_post(&semaphore);
    pthread_kill(*(pthread_t *)to, SIGUSR1);
    return NULL;
}

int main(void)
{
    pthread_t thread, self = pthread_self();
    sem_init(&semaphore, 0, 1);
    signal(SIGUSR1, look);
    pthread_create(&thread, NULL, enter, &self);
    while (sem_trywait(&semaphore) != 0) {
    }
    sem_post(&semaphore);
    pthread_join(thread, NULL);
    return 0;
}
