// N philosophers at a round table eat one meal each; each takes the lower-numbered fork first. A trace
// says for every fork which neighbour had it first. Each philosopher holds both forks at once, so these
// choices must not form a cycle: 2^N directions of the edges of a ring, less the 2 cyclic ones. Main only
// joins.
// verdict: ok
// check: --no-commute
// traces N=2: 2
// traces N=3: 6
// traces N=4: 14
// traces N=5: 30
// traces N=6: 62
// traces N=10: 1022
// traces N=12: 4094
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 4
#endif

static pthread_mutex_t forks[N];

static void *dine(void *arg)
{
    int left = (int)(intptr_t)arg, right = (left + 1) % N;
    int lower = left < right ? left : right, higher = left < right ? right : left;
    pthread_mutex_lock(&forks[lower]);
    pthread_mutex_lock(&forks[higher]);
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
    return 0;
}
