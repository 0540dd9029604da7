// Michael and Scott's queue; two threads enqueue, one dequeues once. A node is linked by a store instead of a
// compare-and-swap: two enqueuers can overwrite each other's link.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

struct node {
    _Atomic(struct node *) next;
    int value;
};

static struct node nodes[3]; // the first is the dummy
static _Atomic(struct node *) head = &nodes[0], tail = &nodes[0];
static int dequeued;

static void *enqueue(void *arg)
{
    struct node *node = &nodes[(intptr_t)arg], *last;
    node->value = (int)(intptr_t)arg;
    for (;;) {
        last = atomic_load(&tail);
        struct node *next = atomic_load(&last->next);
        if (next == NULL) {
            atomic_store(&last->next, node);
            break;
        } else {
            atomic_compare_exchange_strong(&tail, &last, next);
        }
    }
    atomic_compare_exchange_strong(&tail, &last, node);
    return NULL;
}

static void *dequeue(void *arg)
{
    for (;;) {
        struct node *dummy = atomic_load(&head);
        struct node *last = atomic_load(&tail);
        struct node *first = atomic_load(&dummy->next);
        if (first == NULL) break;
        if (dummy == last) {
            atomic_compare_exchange_strong(&tail, &last, first);
        } else if (atomic_compare_exchange_strong(&head, &dummy, first)) {
            dequeued = first->value;
            break;
        }
    }
    return arg;
}

int main(void)
{
    pthread_t threads[3];
    pthread_create(&threads[0], NULL, enqueue, (void *)1);
    pthread_create(&threads[1], NULL, enqueue, (void *)2);
    pthread_create(&threads[2], NULL, dequeue, NULL);
    for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
    int seen[3] = {0};
    seen[dequeued]++;
    struct node *node = atomic_load(&atomic_load(&head)->next);
    for (; node != NULL; node = atomic_load(&node->next)) seen[node->value]++;
    assert(seen[1] == 1 && seen[2] == 1); //~ assertion
    return 0;
}
