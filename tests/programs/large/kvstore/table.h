/* A hash table from strings to strings in shards, each with a read-write lock and a list in order of use. */
#ifndef TABLE_H
#define TABLE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

struct entry {
    struct entry *chain, *newer, *older;
    char *key, *value;
    unsigned hash;
};

struct shard {
    pthread_rwlock_t lock;
    struct entry **buckets;
    size_t bucket_count, count, capacity;
    /* Readers change the order of use too, so it has a lock of its own, taken after `lock`. */
    pthread_mutex_t order_mutex;
    struct entry *newest, *oldest;
    atomic_ulong hits, misses, evictions;
};

struct table {
    size_t shard_count;
    struct shard *shards;
};

void table_init(struct table *table, size_t shard_count, size_t shard_capacity);
void table_destroy(struct table *table);
void table_clear(struct table *table);
struct shard *table_shard(struct table *table, const char *key);

/* Locks all shards in their order, so that what is seen is one moment. */
void table_lock_all_for_reading(struct table *table);
void table_unlock_all(struct table *table);

/* The following need the shard's lock: for reading, or for writing where they change something. */

/* NULL if there is no such key. Counts as a use. */
const char *shard_get(struct shard *shard, const char *key);

/* Returns the key of the least recently used entry if it had to go to make room, to be freed by the caller. */
char *shard_put(struct shard *shard, const char *key, const char *value);
bool shard_remove(struct shard *shard, const char *key);

#endif
