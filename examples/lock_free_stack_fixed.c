// lock_free_stack.c fixed, in the simplest way: nodes that were taken are kept apart, and freed when no thread can be
// looking at them any more. (Hazard pointers and epochs do that while threads are running.)
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    struct node *next;
    struct node *next_retired;
};

static struct node *_Atomic top;
static struct node *_Atomic retired;

static void push(void)
{
    struct node *node = malloc(sizeof *node);
    struct node *old = top;
    do node->next = old;
    while (!atomic_compare_exchange_strong(&top, &old, node));
}

static void retire(struct node *node)
{
    struct node *old = retired;
    do node->next_retired = old;
    while (!atomic_compare_exchange_strong(&retired, &old, node));
}

static void pop(void)
{
    struct node *old = top;
    while (old && !atomic_compare_exchange_strong(&top, &old, old->next)) {}
    if (old) retire(old);
}

static void *take(void *arg)
{
    pop();
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    push();
    push();
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, take, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    for (struct node *node = retired; node;) {
        struct node *next = node->next_retired;
        free(node);
        node = next;
    }
    return 0;
}
