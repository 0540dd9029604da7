// <stdlib.h>: sorting and searching with the program's own comparison.
#include "library.h"

typedef int comparison(const void *a, const void *b, void *context);

static int without_context(const void *a, const void *b, void *plain) {
    return ((int (*)(const void *, const void *))plain)(a, b);
}

// Merges two sorted neighbours: the left one is copied out of the way first. Stable, as glibc's sort is.
static void merge(char *base, size_t left, size_t count, size_t size, comparison *compare, void *context, char *space) {
    memcpy(space, base, left * size);
    char *from_left = space, *end_left = space + left * size;
    char *from_right = base + left * size, *end_right = base + count * size;
    char *to = base;
    while (from_left < end_left && from_right < end_right) {
        char **from = compare(from_left, from_right, context) <= 0 ? &from_left : &from_right;
        memcpy(to, *from, size);
        *from += size;
        to += size;
    }
    memcpy(to, from_left, (size_t)(end_left - from_left));
}

static void sort(char *base, size_t count, size_t size, comparison *compare, void *context, char *space) {
    if (count < 2)
        return;
    size_t left = count / 2;
    sort(base, left, size, compare, context, space);
    sort(base + left * size, count - left, size, compare, context, space);
    merge(base, left, count, size, compare, context, space);
}

LIBRARY void qsort_r(void *base, size_t count, size_t size, comparison *compare, void *context) {
    if (count < 2 || size == 0)
        return;
    char *space = malloc(count / 2 * size);
    sort(base, count, size, compare, context, space);
    free(space);
}

LIBRARY void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *)) {
    qsort_r(base, count, size, without_context, (void *)compare);
}

LIBRARY void *bsearch(const void *key, const void *base, size_t count, size_t size,
                      int (*compare)(const void *, const void *)) {
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        const char *element = (const char *)base + middle * size;
        int order = compare(key, element);
        if (order == 0)
            return (void *)element;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

LIBRARY void *lfind(const void *key, const void *base, size_t *count, size_t size,
                    int (*compare)(const void *, const void *)) {
    const char *element = base;
    for (size_t i = 0; i < *count; i++, element += size)
        if (compare(key, element) == 0)
            return (void *)element;
    return NULL;
}

LIBRARY void *lsearch(const void *key, void *base, size_t *count, size_t size,
                      int (*compare)(const void *, const void *)) {
    void *found = lfind(key, base, count, size, compare);
    if (found)
        return found;
    return memcpy((char *)base + (*count)++ * size, key, size);
}
