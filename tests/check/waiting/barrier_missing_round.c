// Three threads exchange values between barriers, and one barrier is missing: a fast thread overwrites its value while a slow one still adds up.
// verdict: bug
// bug: data-race
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#define N 3

static pthread_barrier_t barrier;
static int values[N];

static void *work(void *arg)
{
    int self = (int)(intptr_t)arg;
    values[self] = 1;
    pthread_barrier_wait(&barrier);
    int sum = 0;
    for (int i = 0; i < N; i++) sum += values[i]; //~ data-race
#ifdef FIXED
    pthread_barrier_wait(&barrier);
#endif
    values[self] = sum; //~ data-race
    return NULL;
}

int main(void)
{
    pthread_t threads[N];
    pthread_barrier_init(&barrier, NULL, N);
    for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, work, (void *)(intptr_t)i);
    for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
    return 0;
}
