// Dining philosophers who all take their left fork first: when each holds one, none gets a second.
// There are 2^N - 2 traces in which all eat, and one more that ends in the deadlock.
// verdict: bug
// bug: deadlock
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 3
#endif

static pthread_mutex_t forks[N];
static int meals[N];

static void *dine(void *arg)
{
    int self = (int)(intptr_t)arg;
    int left = self, right = (self + 1) % N;
    pthread_mutex_lock(&forks[left]);
    pthread_mutex_lock(&forks[right]);
    meals[self]++;
    pthread_mutex_unlock(&forks[right]);
    pthread_mutex_unlock(&forks[left]);
    return NULL;
}

int main(void)
{
    pthread_t philosophers[N];
    for (int i = 0; i < N; i++) pthread_mutex_init(&forks[i], NULL);
    for (intptr_t i = 0; i < N; i++) pthread_create(&philosophers[i], NULL, dine, (void *)i);
    for (int i = 0; i < N; i++) pthread_join(philosophers[i], NULL);
    for (int i = 0; i < N; i++) assert(meals[i] == 1);
    return 0;
}
