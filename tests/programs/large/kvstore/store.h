/* The key-value store: a table in memory and a journal on disk. All functions but opening and closing may be called from
 * several threads. */
#ifndef STORE_H
#define STORE_H

#include <stdbool.h>
#include <stddef.h>

#include "journal.h"
#include "snapshot.h"
#include "table.h"

struct store {
    struct table table;
    struct journal journal;
};

enum status { STATUS_OK, STATUS_NOT_FOUND, STATUS_NOT_A_NUMBER, STATUS_MISMATCH, STATUS_TOO_LITTLE, STATUS_IO };

struct statistics {
    size_t keys;
    unsigned long hits, misses, evictions, frames, bytes;
};

const char *status_text(enum status status);

bool store_open(struct store *store, const char *path, size_t shards, size_t shard_capacity, struct recovery *recovery);
void store_close(struct store *store);

/* The value is a copy that the caller frees. */
enum status store_get(struct store *store, const char *key, char **value);
enum status store_set(struct store *store, const char *key, const char *value);
enum status store_delete(struct store *store, const char *key);

/* A key that does not exist counts as 0. */
enum status store_increment(struct store *store, const char *key, long amount, long *result);
enum status store_compare_and_set(struct store *store, const char *key, const char *expected, const char *value);

/* Takes from one number and gives to another, in one step. */
enum status store_transfer(struct store *store, const char *from, const char *to, long amount);

void store_snapshot(struct store *store, struct snapshot *snapshot);

/* Makes the journal as short as it can be. */
enum status store_compact(struct store *store);
struct statistics store_statistics(struct store *store);

#endif
