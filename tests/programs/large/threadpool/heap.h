/* A queue of tasks by priority, first in first out among equals. Not synchronised. */
#ifndef HEAP_H
#define HEAP_H

#include <stddef.h>

struct task;

struct heap_entry {
    int priority;
    unsigned long sequence;
    struct task *task;
};

struct heap {
    struct heap_entry *entries;
    size_t count, capacity;
    unsigned long next_sequence;
};

void heap_push(struct heap *heap, int priority, struct task *task);

/* The task of highest priority, or NULL. */
struct task *heap_pop(struct heap *heap);
void heap_free(struct heap *heap);

#endif
