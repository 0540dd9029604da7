// Two threads pop from a Treiber stack of two nodes and free what they popped. They announce the node they
// look at in a hazard pointer, and free only what the other one has not announced.
// verdict: ok
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

struct node {
    struct node *next;
};

static _Atomic(struct node *) top;
static _Atomic(struct node *) hazards[2];
static struct node *deferred[2];

static void push(void)
{
    struct node *node = malloc(sizeof *node);
    if (node == NULL) exit(1);
    node->next = atomic_load(&top);
    atomic_store(&top, node);
}

static void *pop(void *arg)
{
    intptr_t self = (intptr_t)arg;
    struct node *node;
    for (;;) {
        node = atomic_load(&top);
        if (node == NULL) return NULL;
        atomic_store(&hazards[self], node);
        if (atomic_load(&top) != node) continue;
        struct node *next = node->next;
        struct node *expected = node;
        if (atomic_compare_exchange_strong(&top, &expected, next)) break;
    }
    atomic_store(&hazards[self], NULL);
    if (atomic_load(&hazards[1 - self]) == node) {
        deferred[self] = node;
    } else {
        free(node);
    }
    return NULL;
}

int main(void)
{
    push();
    push();
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, pop, (void *)0);
    pthread_create(&threads[1], NULL, pop, (void *)1);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    assert(atomic_load(&top) == NULL);
    for (int i = 0; i < 2; i++) free(deferred[i]);
    return 0;
}
