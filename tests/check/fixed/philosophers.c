// Dining philosophers: the last one takes the right fork first, so that the forks are always taken in one
// order. A trace says who of two neighbours had the fork between them first; these choices must not form a
// cycle: 2^N - 2.
// verdict: ok
// traces N=2: 2
// traces N=3: 6
// traces N=4: 14
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
    int lower = left < right ? left : right, higher = left + right - lower;
    pthread_mutex_lock(&forks[lower]);
    pthread_mutex_lock(&forks[higher]);
    meals[self]++;
    pthread_mutex_unlock(&forks[higher]);
    pthread_mutex_unlock(&forks[lower]);
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
