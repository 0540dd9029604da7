// Linked list: builders make chains of nodes of their own, and append each to a list that they share. With BUG, the end of the list is
// looked for before the lock is taken, so that chains are lost.
// check: ok
// check -DBUG: assertion
#include "objects.h"

#ifndef BUILDERS
#define BUILDERS 2
#endif
#ifndef CHAINS
#define CHAINS 1
#endif
#ifndef LENGTH
#define LENGTH 2
#endif

struct node {
    int value, builder;
    struct node *next;
};

struct builder;

struct list {
    pthread_mutex_t lock;
    // It has no value: a list is never empty.
    struct node *head;
    int length, sum;
    struct builder *builders[BUILDERS];
};

struct builder {
    struct list *list;
    int number, sum, chains;
};

static struct node *new_node(int value, int builder)
{
    struct node *node = new_object(sizeof *node);
    node->value = value;
    node->builder = builder;
    return node;
}

static struct list *new_list(void)
{
    struct list *list = new_object(sizeof *list);
    pthread_mutex_init(&list->lock, NULL);
    list->head = new_node(-1, -1);
    return list;
}

static struct node *last(struct node *node)
{
    while (node->next != NULL) node = node->next;
    return node;
}

static struct node *new_chain(struct builder *builder, int first)
{
    struct node *chain = NULL;
    for (int i = LENGTH - 1; i >= 0; i--) {
        struct node *node = new_node(first + i, builder->number);
        node->next = chain;
        chain = node;
        builder->sum += node->value;
    }
    builder->chains++;
    return chain;
}

static void append(struct list *list, struct node *chain)
{
#ifdef BUG
    struct node *end = last(list->head);
    pthread_mutex_lock(&list->lock);
#else
    pthread_mutex_lock(&list->lock);
    struct node *end = last(list->head);
#endif
    end->next = chain;
    list->length += LENGTH;
    pthread_mutex_unlock(&list->lock);
}

static void *build(void *argument)
{
    struct builder *builder = argument;
    for (int i = 0; i < CHAINS; i++) append(builder->list, new_chain(builder, i * LENGTH));
    mz_assert(builder->chains == CHAINS);
    pthread_mutex_lock(&builder->list->lock);
    builder->list->sum += builder->sum;
    pthread_mutex_unlock(&builder->list->lock);
    return builder;
}

// Counts the nodes of a builder, which are in order.
static int count(struct list *list, int builder)
{
    int found = 0, before = -1;
    for (struct node *node = list->head->next; node != NULL; node = node->next) {
        if (node->builder != builder) continue;
        mz_assert(node->value > before);
        before = node->value;
        found++;
    }
    return found;
}

static int sum_of(struct list *list)
{
    int sum = 0;
    for (struct node *node = list->head->next; node != NULL; node = node->next) sum += node->value;
    return sum;
}

int main(void)
{
    struct list *list = new_list();
    pthread_t threads[BUILDERS];
    for (int i = 0; i < BUILDERS; i++) {
        struct builder *builder = new_object(sizeof *builder);
        builder->list = list;
        builder->number = i;
        list->builders[i] = builder;
    }
    for (int i = 0; i < BUILDERS; i++) threads[i] = start(build, list->builders[i]);
    for (int i = 0; i < BUILDERS; i++) result_of(threads[i]);
    mz_assert(list->length == BUILDERS * CHAINS * LENGTH);
    for (int i = 0; i < BUILDERS; i++) mz_assert(count(list, i) == CHAINS * LENGTH);
    mz_assert(sum_of(list) == list->sum);
    return 0;
}
