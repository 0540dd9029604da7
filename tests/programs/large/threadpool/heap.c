// part of main.c
#include "heap.h"

#include <stdbool.h>
#include <stdlib.h>

static bool before(const struct heap_entry *a, const struct heap_entry *b)
{
    return a->priority != b->priority ? a->priority > b->priority : a->sequence < b->sequence;
}

void heap_push(struct heap *heap, int priority, struct task *task)
{
    if (heap->count == heap->capacity) {
        heap->capacity = heap->capacity ? 2 * heap->capacity : 16;
        heap->entries = realloc(heap->entries, heap->capacity * sizeof *heap->entries);
        if (!heap->entries)
            abort();
    }
    struct heap_entry entry = { priority, heap->next_sequence++, task };
    size_t i = heap->count++;
    while (i > 0 && before(&entry, &heap->entries[(i - 1) / 2])) {
        heap->entries[i] = heap->entries[(i - 1) / 2];
        i = (i - 1) / 2;
    }
    heap->entries[i] = entry;
}

struct task *heap_pop(struct heap *heap)
{
    if (heap->count == 0)
        return NULL;
    struct task *top = heap->entries[0].task;
    struct heap_entry last = heap->entries[--heap->count];
    size_t i = 0;
    for (size_t child; (child = 2 * i + 1) < heap->count; i = child) {
        if (child + 1 < heap->count && before(&heap->entries[child + 1], &heap->entries[child]))
            child++;
        if (!before(&heap->entries[child], &last))
            break;
        heap->entries[i] = heap->entries[child];
    }
    heap->entries[i] = last;
    return top;
}

void heap_free(struct heap *heap)
{
    free(heap->entries);
}
