// Michael and Scott's lock-free queue: ENQUEUERS threads enqueue once, DEQUEUERS threads dequeue once (or
// find it empty). Nodes are never used twice. A thread that finds the tail lagging behind advances it. With every
// retry counted as operations of its own, enumeration gives 4 traces for 1 + 1, 188 for 2 + 1, 67 for 1 + 2
// and 11198 for 2 + 2; a failed compare-and-swap is a read. A tool that takes failed attempts for waiting
// counts fewer. Main checks the queue after joining, which adds no traces.
// verdict: ok
// check: --no-commute
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#ifndef ENQUEUERS
#define ENQUEUERS 2
#endif
#ifndef DEQUEUERS
#define DEQUEUERS 2
#endif

struct node {
    _Atomic(struct node *) next;
    int value;
};

static struct node nodes[ENQUEUERS + 1]; // nodes[0] is the first dummy
static _Atomic(struct node *) head = &nodes[0], tail = &nodes[0];
static int dequeued[DEQUEUERS];

static void enqueue(struct node *node)
{
    struct node *last;
    for (;;) {
        last = atomic_load(&tail);
        struct node *next = atomic_load(&last->next);
        if (last != atomic_load(&tail)) continue;
        if (next != NULL) {
            atomic_compare_exchange_strong(&tail, &last, next);
            continue;
        }
        if (atomic_compare_exchange_strong(&last->next, &next, node)) break;
    }
    atomic_compare_exchange_strong(&tail, &last, node);
}

static int dequeue(void)
{
    for (;;) {
        struct node *dummy = atomic_load(&head);
        struct node *last = atomic_load(&tail);
        struct node *first = atomic_load(&dummy->next);
        if (dummy != atomic_load(&head)) continue;
        if (dummy == last) {
            if (first == NULL) return 0;
            atomic_compare_exchange_strong(&tail, &last, first);
        } else {
            int value = first->value;
            if (atomic_compare_exchange_strong(&head, &dummy, first)) return value;
        }
    }
}

static void *enqueuer(void *arg)
{
    intptr_t i = (intptr_t)arg;
    nodes[i].value = (int)i;
    enqueue(&nodes[i]);
    return NULL;
}

static void *dequeuer(void *arg)
{
    dequeued[(intptr_t)arg] = dequeue();
    return NULL;
}

int main(void)
{
    pthread_t threads[ENQUEUERS + DEQUEUERS];
    for (intptr_t i = 0; i < ENQUEUERS; i++) pthread_create(&threads[i], NULL, enqueuer, (void *)(i + 1));
    for (intptr_t i = 0; i < DEQUEUERS; i++) {
        pthread_create(&threads[ENQUEUERS + i], NULL, dequeuer, (void *)i);
    }
    for (int i = 0; i < ENQUEUERS + DEQUEUERS; i++) pthread_join(threads[i], NULL);

    int seen[ENQUEUERS + 1] = {0};
    for (int i = 0; i < DEQUEUERS; i++) seen[dequeued[i]]++;
    struct node *node = atomic_load(&atomic_load(&head)->next);
    for (; node != NULL; node = atomic_load(&node->next)) seen[node->value]++;
    for (int value = 1; value <= ENQUEUERS; value++) assert(seen[value] == 1);
    return 0;
}
