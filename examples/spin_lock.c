// A lock made of a flag: wait until it is down, then raise it. Between the two steps another thread may do the same, and
// both are inside.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_bool taken;
static atomic_int inside;

static void lock(void)
{
    while (taken) {}
    taken = true;
}

static void unlock(void)
{
    taken = false;
}

static void *work(void *arg)
{
    lock();
    assert(atomic_fetch_add(&inside, 1) == 0);
    inside--;
    unlock();
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}
