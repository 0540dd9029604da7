// A lock-free stack whose `pop` frees the node that it has taken. Another thread may just have read the same top, and is
// about to look at its successor: in memory that is not there any more. Not the stack is wrong, but when to free.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    struct node *next;
};

static struct node *_Atomic top;

static void push(void)
{
    struct node *node = malloc(sizeof *node);
    struct node *old = top;
    do node->next = old;
    while (!atomic_compare_exchange_strong(&top, &old, node));
}

static void pop(void)
{
    struct node *old = top;
    while (old && !atomic_compare_exchange_strong(&top, &old, old->next)) {}
    free(old);
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
    return 0;
}
