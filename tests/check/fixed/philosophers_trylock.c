// Dining philosophers who only try to take the right fork, and go hungry when it is taken. Main clears the
// table. A hungry philosopher puts the left fork back.
// verdict: ok
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#define N 3

static pthread_mutex_t forks[N] = {
    PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
};

static void *dine(void *arg)
{
    int left = (int)(intptr_t)arg, right = (left + 1) % N;
    pthread_mutex_lock(&forks[left]);
    if (pthread_mutex_trylock(&forks[right]) == 0) pthread_mutex_unlock(&forks[right]);
    pthread_mutex_unlock(&forks[left]);
    return NULL;
}

int main(void)
{
    pthread_t philosophers[N];
    for (intptr_t i = 0; i < N; i++) pthread_create(&philosophers[i], NULL, dine, (void *)i);
    for (int i = 0; i < N; i++) pthread_join(philosophers[i], NULL);
    for (int i = 0; i < N; i++) pthread_mutex_lock(&forks[i]);
    for (int i = 0; i < N; i++) pthread_mutex_unlock(&forks[i]);
    return 0;
}
