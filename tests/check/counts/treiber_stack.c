// Treiber's lock-free stack: PUSHERS threads push a node each, POPPERS threads pop once (or find the stack
// empty). Nodes are never used twice, so there is no ABA problem. With every retry counted as operations of
// its own (a load of the top and a compare-and-swap; a failed one is a read), enumeration gives 2 traces for
// 1 + 1, 22 for 2 + 1, 7 for 1 + 2, 220 for 2 + 2 and 34968 for 3 + 2. A tool that takes failed attempts for
// waiting counts fewer. Main checks the stack after joining, which adds no traces.
// verdict: ok
// check: --no-commute
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#ifndef PUSHERS
#define PUSHERS 3
#endif
#ifndef POPPERS
#define POPPERS 2
#endif

struct node {
    struct node *next;
    int value;
};

static struct node nodes[PUSHERS];
static _Atomic(struct node *) top;
static int popped[POPPERS];

static void push(struct node *node)
{
    struct node *old;
    do {
        old = atomic_load(&top);
        node->next = old;
    } while (!atomic_compare_exchange_strong(&top, &old, node));
}

static struct node *pop(void)
{
    struct node *old, *next;
    do {
        old = atomic_load(&top);
        if (old == NULL) return NULL;
        next = old->next;
    } while (!atomic_compare_exchange_strong(&top, &old, next));
    return old;
}

static void *pusher(void *arg)
{
    intptr_t i = (intptr_t)arg;
    nodes[i].value = (int)i + 1;
    push(&nodes[i]);
    return NULL;
}

static void *popper(void *arg)
{
    struct node *node = pop();
    if (node != NULL) popped[(intptr_t)arg] = node->value;
    return NULL;
}

int main(void)
{
    pthread_t threads[PUSHERS + POPPERS];
    for (intptr_t i = 0; i < PUSHERS; i++) pthread_create(&threads[i], NULL, pusher, (void *)i);
    for (intptr_t i = 0; i < POPPERS; i++) pthread_create(&threads[PUSHERS + i], NULL, popper, (void *)i);
    for (int i = 0; i < PUSHERS + POPPERS; i++) pthread_join(threads[i], NULL);

    int seen[PUSHERS + 1] = {0};
    for (int i = 0; i < POPPERS; i++) seen[popped[i]]++;
    for (struct node *node = atomic_load(&top); node != NULL; node = node->next) seen[node->value]++;
    for (int value = 1; value <= PUSHERS; value++) assert(seen[value] == 1);
    return 0;
}
