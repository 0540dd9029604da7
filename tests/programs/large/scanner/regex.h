/* Regular expressions: . [] [^] * + ? | () ^ $ and the classes \d \w \s. Linear in the text for a fixed pattern. */
#ifndef REGEX_H
#define REGEX_H

#include <stdbool.h>
#include <stddef.h>

struct regex;

/* NULL when the pattern is wrong, and *error says why. */
struct regex *regex_compile(const char *pattern, bool fold, const char **error);
void regex_free(struct regex *regex);

/* The longest of the leftmost matches at or after `from`, within one line. */
bool regex_find(const struct regex *regex, const char *line, size_t length, size_t from, size_t *start, size_t *end);

#endif
