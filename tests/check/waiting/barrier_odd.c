// Three threads meet at a barrier for two: one of them stays alone.
// verdict: bug
// bug: deadlock
#include <pthread.h>
#include <stddef.h>

static pthread_barrier_t barrier;

static void *meet(void *arg)
{
    pthread_barrier_wait(&barrier);
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    pthread_barrier_init(&barrier, NULL, 2);
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, meet, NULL);
#ifndef FIXED
    pthread_barrier_wait(&barrier);
#endif
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}
