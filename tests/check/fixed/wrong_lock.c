// Two threads add to a total, each inside a critical section. The critical sections belong to the same lock.
// A trace is an order of the two critical sections.
// verdict: ok
// traces: 2
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t data_lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void *add_one(void *arg)
{
    pthread_mutex_lock(&data_lock);
    total += 1;
    pthread_mutex_unlock(&data_lock);
    return arg;
}

static void *add_two(void *arg)
{
    pthread_mutex_lock(&data_lock);
    total += 2;
    pthread_mutex_unlock(&data_lock);
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, add_one, NULL);
    pthread_create(&threads[1], NULL, add_two, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    assert(total == 3);
    return 0;
}
