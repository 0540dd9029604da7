// N philosophers at a round table; each takes the lower-numbered fork first, so none starves forever. They eat one
// meal each, or, with ENDLESS, one after the other.
// states: 1290
// states -DENDLESS: 447
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
    do {
        pthread_mutex_lock(&forks[lower]);
        pthread_mutex_lock(&forks[higher]);
        pthread_mutex_unlock(&forks[higher]);
        pthread_mutex_unlock(&forks[lower]);
#ifdef ENDLESS
    } while (1);
#else
    } while (0);
#endif
    return NULL;
}

int main(void)
{
    pthread_t threads[N];
    for (intptr_t i = 0; i < N; i++) pthread_create(&threads[i], NULL, dine, (void *)i);
    for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
    return 0;
}
