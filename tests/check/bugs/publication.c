// One thread writes data and then a flag, another one reads the flag and, if it is set, the data. The flag is
// relaxed, so nothing orders the data: a race, even where the hardware keeps the order.
// verdict: bug
// bug: data-race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int data;
static atomic_int ready;

static void *publish(void *arg)
{
    data = 42; //~ data-race
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    return arg;
}

static void *receive(void *arg)
{
    if (atomic_load_explicit(&ready, memory_order_relaxed)) assert(data == 42); //~ data-race
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, publish, NULL);
    pthread_create(&threads[1], NULL, receive, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}
