// spin_lock.c fixed: raising the flag says whether it was up already, in one step.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_bool taken;
static atomic_int inside;

static void lock(void)
{
    while (atomic_exchange(&taken, true)) {}
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
