// N threads meet at a barrier twice, and none asks who was the last: the order in which they arrive cannot be seen. 1 trace.
// verdict: ok
// traces N=2: 1
// traces N=3: 1
// traces N=4: 1
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 2
#endif

static pthread_barrier_t barrier;
static int values[N];

static void *work(void *arg)
{
    int self = (int)(intptr_t)arg;
    values[self] = 1;
    pthread_barrier_wait(&barrier);
    int sum = 0;
    for (int i = 0; i < N; i++) sum += values[i];
    pthread_barrier_wait(&barrier);
    values[self] = sum;
    return NULL;
}

int main(void)
{
    pthread_t threads[N];
    pthread_barrier_init(&barrier, NULL, N);
    for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, work, (void *)(intptr_t)i);
    for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
    for (int i = 0; i < N; i++) assert(values[i] == N);
    pthread_barrier_destroy(&barrier);
    return 0;
}
