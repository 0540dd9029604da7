// part of main.c
#include "literal.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"

static unsigned char folded(const struct literal *literal, char c)
{
    unsigned char byte = (unsigned char)c;
    return literal->fold ? (unsigned char)tolower(byte) : byte;
}

void literal_compile(struct literal *literal, const char *pattern, bool fold)
{
    literal->length = strlen(pattern);
    literal->fold = fold;
    literal->pattern = allocate(literal->length);
    for (size_t i = 0; i < literal->length; i++)
        literal->pattern[i] = folded(literal, pattern[i]);
    for (int byte = 0; byte < 256; byte++)
        literal->shift[byte] = literal->length;
    for (size_t i = 0; i + 1 < literal->length; i++)
        literal->shift[literal->pattern[i]] = literal->length - 1 - i;
}

void literal_free(struct literal *literal)
{
    free(literal->pattern);
}

bool literal_find(const struct literal *literal, const char *text, size_t size, size_t from, size_t *start)
{
    size_t last = literal->length - 1;
    while (from + last < size) {
        unsigned char below_last = folded(literal, text[from + last]);
        size_t i = last;
        if (below_last == literal->pattern[last])
            while (i > 0 && folded(literal, text[from + i - 1]) == literal->pattern[i - 1])
                i--;
        if (i == 0 && below_last == literal->pattern[last]) {
            *start = from;
            return true;
        }
        from += literal->shift[below_last];
    }
    return false;
}
