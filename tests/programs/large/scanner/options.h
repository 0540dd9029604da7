/* What to search for, and where. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "literal.h"
#include "regex.h"

struct pattern {
    const char *text;
    /* Either a regular expression or, when NULL, a literal. */
    struct regex *regex;
    struct literal literal;
};

struct options {
    int workers, max_depth, top;
    bool fold, quiet;
    struct pattern *patterns;
    size_t pattern_count;
    /* Shell patterns: files whose name matches one of `names` (all if there is none), but nothing that is excluded. */
    const char **names, **excluded;
    size_t name_count, excluded_count;
    char **roots;
    int root_count;
};

/* Ends the program on a mistake in the command line. */
void options_parse(struct options *options, int argc, char **argv);
void options_free(struct options *options);

bool options_want_file(const struct options *options, const char *name);
bool options_excluded(const struct options *options, const char *name);

#endif
