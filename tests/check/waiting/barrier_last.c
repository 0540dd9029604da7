// Two threads meet at a barrier in two rounds, and the last one of each round does the work of both: who arrives last can be seen. 4 traces.
// verdict: ok
// traces: 4
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_barrier_t barrier;
static int work;

static void *meet(void *arg)
{
    for (int round = 0; round < 2; round++) {
        if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) work++;
        pthread_barrier_wait(&barrier);
    }
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    pthread_barrier_init(&barrier, NULL, 2);
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, meet, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    assert(work == 2);
    return 0;
}
