// errno is looked at by the destructor of a thread-specific value, which no function of the thread calls.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t semaphore;
static pthread_key_t key;

static void look(void *value)
{
    (void)value;
    assert(errno == 0); //~ assertion
}

static void *enter(void *arg)
{
    pthread_setspecific(key, &key);
    while (sem_trywait(&semaphore) != 0) {
    }
    sem_post(&semaphore);
    return arg;
}

int main(void)
{
    pthread_t thread;
    sem_init(&semaphore, 0, 1);
    pthread_key_create(&key, look);
    pthread_create(&thread, NULL, enter, NULL);
    while (sem_trywait(&semaphore) != 0) {
    }
    sem_post(&semaphore);
    pthread_join(thread, NULL);
    return 0;
}
