/* Parallel algorithms on the pool. */
#ifndef ALGORITHMS_H
#define ALGORITHMS_H

#include <stddef.h>

#include "pool.h"

/* Stable merge sort. */
void parallel_sort(struct pool *pool, int *values, size_t count);

/* c = a * b for square matrices, one task for each tile of c. */
void parallel_multiply(struct pool *pool, const double *a, const double *b, double *c, int size);

struct word_count {
    char word[16];
    unsigned count;
};

/* Words of a text in lower case, most frequent first, then alphabetically. Returns how many different words there are; at
 * most `capacity` are stored. */
size_t parallel_count_words(struct pool *pool, const char *text, struct word_count *counts, size_t capacity);

/* Calls `function` for 0 ... count - 1 and waits for all of them. */
void parallel_for(struct pool *pool, int count, void (*function)(void *context, int index), void *context);

#endif
