// Dining philosophers who all take their left fork first, and a waiter who limits how many sit at the table.
// There is one seat less than there are philosophers: one of them always gets two forks.
// verdict: ok
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <stdint.h>

#define N 3
#define SEATS (N - 1)

static pthread_mutex_t forks[N];
static sem_t seats;

static void *dine(void *arg)
{
    int left = (int)(intptr_t)arg, right = (left + 1) % N;
    sem_wait(&seats);
    pthread_mutex_lock(&forks[left]);
    pthread_mutex_lock(&forks[right]);
    pthread_mutex_unlock(&forks[right]);
    pthread_mutex_unlock(&forks[left]);
    sem_post(&seats);
    return NULL;
}

int main(void)
{
    sem_init(&seats, 0, SEATS);
    for (int i = 0; i < N; i++) pthread_mutex_init(&forks[i], NULL);
    pthread_t threads[3];
    pthread_create(&threads[0], NULL, dine, (void *)0);
    pthread_create(&threads[1], NULL, dine, (void *)1);
    pthread_create(&threads[2], NULL, dine, (void *)2);
    for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
    return 0;
}
