// A semaphore used as a mutex. Its initial value is 2, so two threads can be inside.
// verdict: bug
// bug: data-race
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t semaphore;
static int counter;

static void *increment(void *arg)
{
    sem_wait(&semaphore);
    counter++; //~ data-race
    sem_post(&semaphore);
    return arg;
}

int main(void)
{
    sem_init(&semaphore, 0, 2);
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, increment, NULL);
    pthread_create(&threads[1], NULL, increment, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    assert(counter == 2);
    return 0;
}
