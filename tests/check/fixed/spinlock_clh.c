// The queue lock of Craig, Landin and Hagersten: every thread spins on its predecessor's node; one thread
// locks twice. A thread takes over its predecessor's node, which no thread looks at any more.
// Traces: the other thread locks before, between or after.
// verdict: ok
// traces: 3
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int nodes[3]; // 1: its owner holds the lock or waits for it
static _Atomic(atomic_int *) tail = &nodes[0];
static int counter;

static atomic_int *lock_and_unlock(atomic_int *node)
{
    atomic_store(node, 1);
    atomic_int *predecessor = atomic_exchange(&tail, node);
    while (atomic_load(predecessor)) {
    }
    counter++;
    atomic_store(node, 0);
    return predecessor;
}

static void *twice(void *arg)
{
    atomic_int *node = lock_and_unlock(&nodes[1]);
    lock_and_unlock(node);
    return arg;
}

static void *once(void *arg)
{
    lock_and_unlock(&nodes[2]);
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, twice, NULL);
    pthread_create(&threads[1], NULL, once, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    assert(counter == 3);
    return 0;
}
