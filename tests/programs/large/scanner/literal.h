/* Search for a fixed string by the method of Boyer, Moore and Horspool. */
#ifndef LITERAL_H
#define LITERAL_H

#include <stdbool.h>
#include <stddef.h>

struct literal {
    unsigned char *pattern;
    size_t length;
    bool fold;
    /* How far the pattern may move when the text has this byte below the pattern's last one. */
    size_t shift[256];
};

/* The pattern is not empty. With `fold`, upper and lower case are the same. */
void literal_compile(struct literal *literal, const char *pattern, bool fold);
void literal_free(struct literal *literal);

/* The first occurrence at or after `from`; false when there is none. */
bool literal_find(const struct literal *literal, const char *text, size_t size, size_t from, size_t *start);

#endif
