// A thread polls a semaphore, and looks at errno once it has it: what is there was set by an attempt that failed before.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t semaphore;

static void lock(void)
{
    while (sem_trywait(&semaphore) == -1 && errno == EAGAIN) {
    }
}

static int has_waited(void)
{
#ifdef FIXED
    return 0;
#else
    return errno == EAGAIN;
#endif
}

static void *enter(void *arg)
{
    lock();
    sem_post(&semaphore);
    assert(!has_waited()); //~ assertion
    return arg;
}

int main(void)
{
    pthread_t thread;
    sem_init(&semaphore, 0, 1);
    pthread_create(&thread, NULL, enter, NULL);
    lock();
    sem_post(&semaphore);
    pthread_join(thread, NULL);
    return 0;
}
