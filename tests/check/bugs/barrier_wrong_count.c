// Two threads meet at a barrier between writing and reading each other's value. The barrier is made for
// three, and the third never comes.
// verdict: bug
// bug: deadlock
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
    assert(values[1 - self] == 1);
    return NULL;
}

int main(void)
{
    pthread_barrier_init(&barrier, NULL, 3);
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, exchange, (void *)0);
    pthread_create(&threads[1], NULL, exchange, (void *)1);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    pthread_barrier_destroy(&barrier);
    return 0;
}
