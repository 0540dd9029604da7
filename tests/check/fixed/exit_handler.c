// Two threads count, and an exit handler looks at the sum. Main waits for the threads before it returns.
// verdict: ok
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

static atomic_int sum;

static void *increment(void *arg)
{
    atomic_fetch_add(&sum, 1);
    return arg;
}

static void look(void)
{
    assert(atomic_load(&sum) == 2);
}

int main(void)
{
    pthread_t threads[2];
    atexit(look);
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, increment, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}
