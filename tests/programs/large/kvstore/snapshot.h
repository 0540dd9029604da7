/* The contents of the store at one moment, sorted by key. */
#ifndef SNAPSHOT_H
#define SNAPSHOT_H

#include <stdbool.h>
#include <stddef.h>

#include "table.h"

struct pair {
    char *key, *value;
};

struct snapshot {
    struct pair *pairs;
    size_t count;
};

/* The shards are locked for reading while it is taken. */
void snapshot_take(struct snapshot *snapshot, struct table *table);

/* The same, for callers that hold all locks. */
void snapshot_take_locked(struct snapshot *snapshot, struct table *table);
void snapshot_free(struct snapshot *snapshot);

/* Goes through the keys with a prefix, in order. */
struct iterator {
    const struct snapshot *snapshot;
    const char *prefix;
    size_t position;
};

struct iterator snapshot_iterate(const struct snapshot *snapshot, const char *prefix);

/* NULL at the end. */
const struct pair *iterator_next(struct iterator *iterator);

/* Reports every key that was added ('+'), removed ('-') or changed ('~'), in order. */
void snapshot_compare(const struct snapshot *old, const struct snapshot *new,
                      void (*report)(char kind, const char *key, const char *old_value, const char *new_value));

#endif
