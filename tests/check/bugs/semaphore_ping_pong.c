// Two threads take turns, each waiting for a semaphore that the other one posts. Both semaphores start at 0,
// so neither can begin.
// verdict: bug
// bug: deadlock
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t ping, pong;
static int turns;

static void *player_one(void *arg)
{
    for (int i = 0; i < 2; i++) {
        sem_wait(&ping);
        turns++;
        sem_post(&pong);
    }
    return arg;
}

static void *player_two(void *arg)
{
    for (int i = 0; i < 2; i++) {
        sem_wait(&pong);
        turns++;
        sem_post(&ping);
    }
    return arg;
}

int main(void)
{
    sem_init(&ping, 0, 0);
    sem_init(&pong, 0, 0);
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, player_one, NULL);
    pthread_create(&threads[1], NULL, player_two, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    assert(turns == 4);
    return 0;
}
