/* What was found: one vector a worker, merged and sorted at the end. */
#ifndef RESULTS_H
#define RESULTS_H

#include <stddef.h>

#include "options.h"

struct match {
    char *path, *text;
    size_t line, column, pattern;
};

struct file_record {
    char *path;
    size_t size, lines, words, matches;
};

struct results {
    struct match *matches;
    size_t match_count, match_capacity;
    struct file_record *files;
    size_t file_count, file_capacity;
};

void results_add_match(struct results *results, struct match match);
void results_add_file(struct results *results, struct file_record file);

/* Moves everything from `other`, which is empty afterwards. */
void results_merge(struct results *results, struct results *other);
void results_print(struct results *results, const struct options *options);
void results_free(struct results *results);

#endif
