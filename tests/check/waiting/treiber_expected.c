// Treiber's stack, with the failed compare-and-swap writing into the new node what the top is now: the node is not published yet.
// PUSHERS threads push, one pops what it finds.
// verdict: ok
// check: --no-commute
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef PUSHERS
#define PUSHERS 2
#endif

struct node {
    struct node *next;
    int pushed;
};

static struct node nodes[PUSHERS];
static _Atomic(struct node *) top;
static struct node *popped;

static void *push(void *arg)
{
    struct node *node = arg;
    node->pushed = 1;
    node->next = atomic_load(&top);
    while (!atomic_compare_exchange_weak(&top, &node->next, node)) {
    }
    return NULL;
}

static void *pop(void *arg)
{
    struct node *node = atomic_load(&top);
    while (node != NULL && !atomic_compare_exchange_weak(&top, &node, node->next)) {
    }
    popped = node;
    return arg;
}

int main(void)
{
    pthread_t threads[PUSHERS + 1];
    for (int i = 0; i < PUSHERS; i++) pthread_create(&threads[i], NULL, push, &nodes[i]);
    pthread_create(&threads[PUSHERS], NULL, pop, NULL);
    for (int i = 0; i <= PUSHERS; i++) pthread_join(threads[i], NULL);
    int count = popped != NULL;
    for (struct node *node = atomic_load(&top); node != NULL; node = node->next) count += node->pushed;
    assert(count == PUSHERS);
    return 0;
}
