// A thread reads what another one has published and freed. Where the allocation fails, nothing is published: what the thread may still
// do was not seen to be done.
// check --malloc-may-fail: use-after-free
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node { int value; struct node *next; };

static struct node *_Atomic slot;

static void *replace(void *argument)
{
    struct node *node = calloc(1, sizeof *node);
    if (node) free(atomic_exchange(&slot, node));
    return argument;
}

static void *publish(void *argument)
{
    struct node *node = malloc(sizeof *node);
    if (node) {
        node->value = 1;
        node->next = 0;
        node = atomic_exchange(&slot, node);
        if (node) node->value++;
    }
    node = atomic_load(&slot);
    return node && node->value ? argument : 0;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], 0, replace, 0);
    pthread_create(&threads[1], 0, publish, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    return 0;
}
