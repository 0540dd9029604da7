// The queue lock of Mellor-Crummey and Scott: every thread spins on a flag of its own, set by its
// predecessor. An owner without a visible successor clears the tail by a store: a successor that is just
// arriving waits forever.
// verdict: bug
// bug: deadlock | livelock
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

struct waiter {
    _Atomic(struct waiter *) next;
    atomic_int may_go;
};

static _Atomic(struct waiter *) tail;
static struct waiter waiters[2];
static int counter;

static void lock(struct waiter *self)
{
    struct waiter *predecessor = atomic_exchange(&tail, self);
    if (predecessor == NULL) return;
    atomic_store(&predecessor->next, self);
    while (!atomic_load(&self->may_go)) {
    }
}

static void unlock(struct waiter *self)
{
    struct waiter *successor = atomic_load(&self->next);
    if (successor == NULL) {
        atomic_store(&tail, NULL);
        return;
    }
    atomic_store(&successor->may_go, 1);
}

static void *increment(void *arg)
{
    struct waiter *self = &waiters[(intptr_t)arg];
    lock(self);
    counter++;
    unlock(self);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, increment, (void *)0);
    pthread_create(&threads[1], NULL, increment, (void *)1);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    assert(counter == 2);
    return 0;
}
