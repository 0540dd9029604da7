// A spin lock. It looks whether the lock is free and takes it in two steps: two threads can take it.
// verdict: bug
// bug: data-race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int lock;
static int counter;

static void *increment(void *arg)
{
    while (atomic_load(&lock)) {
    }
    atomic_store(&lock, 1);
    counter++; //~ data-race
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
