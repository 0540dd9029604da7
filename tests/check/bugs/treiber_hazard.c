// Two threads pop from a Treiber stack of two nodes and free what they popped. They free it immediately, though
// the other thread may be about to read its successor.
// verdict: bug
// bug: use-after-free | data-race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

struct node {
    struct node *next;
};

static _Atomic(struct node *) top;
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
        struct node *next = node->next; //~ use-after-free | data-race
        struct node *expected = node;
        if (atomic_compare_exchange_strong(&top, &expected, next)) break;
    }
    deferred[self] = NULL;
    free(node); //~ data-race
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
