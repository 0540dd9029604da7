// Two threads meet: neither continues before the other one has arrived. Each says that it has arrived, then
// waits for the other. Each semaphore is posted by one thread and taken by the other, afterwards: one trace.
// verdict: ok
// traces: 1
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t first_arrived, second_arrived;
static int by_first, by_second;

static void *first(void *arg)
{
    by_first = 1;
    sem_post(&first_arrived);
    sem_wait(&second_arrived);
    assert(by_second == 1);
    return arg;
}

static void *second(void *arg)
{
    by_second = 1;
    sem_post(&second_arrived);
    sem_wait(&first_arrived);
    assert(by_first == 1);
    return arg;
}

int main(void)
{
    sem_init(&first_arrived, 0, 0);
    sem_init(&second_arrived, 0, 0);
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, first, NULL);
    pthread_create(&threads[1], NULL, second, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}
