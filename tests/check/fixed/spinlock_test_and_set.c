// A spin lock. It looks and takes in one step. Two threads lock it in two orders.
// verdict: ok
// traces: 2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int lock;
static int counter;

static void *increment(void *arg)
{
    while (atomic_exchange(&lock, 1)) {
    }
    counter++;
    atomic_store(&lock, 0);
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, increment, NULL);
    pthread_create(&threads[1], NULL, increment, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    assert(counter == 2);
    return 0;
}
