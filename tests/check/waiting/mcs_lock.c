// N threads take the queue lock of Mellor-Crummey and Scott. Unlocking waits, too: for a successor that has exchanged the tail and not yet said
// who it is.
// verdict: ok
// check: --no-commute
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 2
#endif

struct node {
    _Atomic(struct node *) next;
    atomic_int waits;
};

static _Atomic(struct node *) tail;
static struct node nodes[N];
static int entered;

static void *enter(void *arg)
{
    struct node *self = arg, *before = atomic_exchange(&tail, self);
    if (before != NULL) {
        atomic_store(&self->waits, 1);
        atomic_store(&before->next, self);
        while (atomic_load(&self->waits)) {
        }
    }
    entered++;
    struct node *after = atomic_load(&self->next), *expected = self;
    if (after == NULL) {
        if (atomic_compare_exchange_strong(&tail, &expected, NULL)) return NULL;
        while ((after = atomic_load(&self->next)) == NULL) {
        }
    }
    atomic_store(&after->waits, 0);
    return NULL;
}

int main(void)
{
    pthread_t threads[N];
    for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, enter, &nodes[i]);
    for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
    assert(entered == N);
    return 0;
}
