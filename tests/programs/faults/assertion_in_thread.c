// An assertion fails in a thread while another one is blocked.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t never;

static void *blocked(void *unused)
{
    sem_wait(&never);
    return unused;
}

static void *failing(void *argument)
{
    int *value = argument;
    assert(*value != 5); //~ assertion
    return NULL;
}

int main(void)
{
    sem_init(&never, 0, 0);
    pthread_t first, second;
    int five = 5;
    pthread_create(&first, NULL, blocked, NULL);
    pthread_create(&second, NULL, failing, &five);
    pthread_join(second, NULL);
    sem_post(&never);
    pthread_join(first, NULL);
    return 0;
}
