// Two threads write their own value, meet at a barrier, read the other's value, and write again. A second
// barrier separates the reading from the second writing.
// verdict: ok
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

static pthread_barrier_t barrier;
static int values[2];

static void *exchange(void *arg)
{
    intptr_t self = (intptr_t)arg;
    values[self] = 1;
    pthread_barrier_wait(&barrier);
    assert(values[1 - self] != 0);
    pthread_barrier_wait(&barrier);
    values[self] = 2;
    return NULL;
}

int main(void)
{
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, exchange, (void *)0);
    pthread_create(&threads[1], NULL, exchange, (void *)1);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    pthread_barrier_destroy(&barrier);
    return 0;
}
