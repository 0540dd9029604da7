// part of main.c
#include "table.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"

enum { FIRST_BUCKETS = 4 };

static unsigned hash_of(const char *key)
{
    uint32_t hash = 2166136261u;
    for (; *key; key++)
        hash = (hash ^ (unsigned char)*key) * 16777619u;
    return hash ^ hash >> 15;
}

static void shard_init(struct shard *shard, size_t capacity)
{
    pthread_rwlock_init(&shard->lock, NULL);
    pthread_mutex_init(&shard->order_mutex, NULL);
    shard->bucket_count = FIRST_BUCKETS;
    shard->buckets = allocate_zeroed(FIRST_BUCKETS, sizeof *shard->buckets);
    shard->count = 0;
    shard->capacity = capacity;
    shard->newest = shard->oldest = NULL;
    atomic_init(&shard->hits, 0);
    atomic_init(&shard->misses, 0);
    atomic_init(&shard->evictions, 0);
}

void table_init(struct table *table, size_t shard_count, size_t shard_capacity)
{
    table->shard_count = shard_count;
    table->shards = allocate_zeroed(shard_count, sizeof *table->shards);
    for (size_t i = 0; i < shard_count; i++)
        shard_init(&table->shards[i], shard_capacity);
}

static void free_entry(struct entry *entry)
{
    free(entry->key);
    free(entry->value);
    free(entry);
}

static void shard_clear(struct shard *shard)
{
    for (struct entry *entry = shard->newest; entry;) {
        struct entry *older = entry->older;
        free_entry(entry);
        entry = older;
    }
    memset(shard->buckets, 0, shard->bucket_count * sizeof *shard->buckets);
    shard->newest = shard->oldest = NULL;
    shard->count = 0;
}

void table_clear(struct table *table)
{
    for (size_t i = 0; i < table->shard_count; i++) {
        pthread_rwlock_wrlock(&table->shards[i].lock);
        shard_clear(&table->shards[i]);
        pthread_rwlock_unlock(&table->shards[i].lock);
    }
}

void table_destroy(struct table *table)
{
    table_clear(table);
    for (size_t i = 0; i < table->shard_count; i++) {
        struct shard *shard = &table->shards[i];
        free(shard->buckets);
        pthread_mutex_destroy(&shard->order_mutex);
        pthread_rwlock_destroy(&shard->lock);
    }
    free(table->shards);
}

struct shard *table_shard(struct table *table, const char *key)
{
    /* The low bits choose the bucket, so the high ones choose the shard. */
    return &table->shards[(hash_of(key) >> 16) % table->shard_count];
}

void table_lock_all_for_reading(struct table *table)
{
    for (size_t i = 0; i < table->shard_count; i++)
        pthread_rwlock_rdlock(&table->shards[i].lock);
}

void table_unlock_all(struct table *table)
{
    for (size_t i = table->shard_count; i-- > 0;)
        pthread_rwlock_unlock(&table->shards[i].lock);
}

/* The order of use. */

static void unlink_entry(struct shard *shard, struct entry *entry)
{
    *(entry->newer ? &entry->newer->older : &shard->newest) = entry->older;
    *(entry->older ? &entry->older->newer : &shard->oldest) = entry->newer;
}

static void link_as_newest(struct shard *shard, struct entry *entry)
{
    entry->newer = NULL;
    entry->older = shard->newest;
    *(shard->newest ? &shard->newest->newer : &shard->oldest) = entry;
    shard->newest = entry;
}

static void touch(struct shard *shard, struct entry *entry)
{
    pthread_mutex_lock(&shard->order_mutex);
    if (shard->newest != entry) {
        unlink_entry(shard, entry);
        link_as_newest(shard, entry);
    }
    pthread_mutex_unlock(&shard->order_mutex);
}

/* The buckets. */

/* The pointer that points to the entry, or to which a new one would be attached. */
static struct entry **locate(struct shard *shard, unsigned hash, const char *key)
{
    struct entry **place = &shard->buckets[hash % shard->bucket_count];
    while (*place && ((*place)->hash != hash || strcmp((*place)->key, key) != 0))
        place = &(*place)->chain;
    return place;
}

static void rehash(struct shard *shard, size_t bucket_count)
{
    struct entry **buckets = allocate_zeroed(bucket_count, sizeof *buckets);
    for (size_t i = 0; i < shard->bucket_count; i++)
        for (struct entry *entry = shard->buckets[i]; entry;) {
            struct entry *next = entry->chain, **bucket = &buckets[entry->hash % bucket_count];
            entry->chain = *bucket;
            *bucket = entry;
            entry = next;
        }
    free(shard->buckets);
    shard->buckets = buckets;
    shard->bucket_count = bucket_count;
}

static void detach(struct shard *shard, struct entry **place)
{
    struct entry *entry = *place;
    *place = entry->chain;
    unlink_entry(shard, entry);
    shard->count--;
}

const char *shard_get(struct shard *shard, const char *key)
{
    struct entry *entry = *locate(shard, hash_of(key), key);
    if (!entry) {
        atomic_fetch_add_explicit(&shard->misses, 1, memory_order_relaxed);
        return NULL;
    }
    atomic_fetch_add_explicit(&shard->hits, 1, memory_order_relaxed);
    touch(shard, entry);
    return entry->value;
}

static char *evict_oldest(struct shard *shard)
{
    struct entry *victim = shard->oldest;
    detach(shard, locate(shard, victim->hash, victim->key));
    atomic_fetch_add(&shard->evictions, 1);
    char *key = victim->key;
    victim->key = NULL;
    free_entry(victim);
    return key;
}

char *shard_put(struct shard *shard, const char *key, const char *value)
{
    unsigned hash = hash_of(key);
    struct entry *entry = *locate(shard, hash, key);
    if (entry) {
        char *replaced = entry->value;
        entry->value = copy_string(value);
        free(replaced);
        touch(shard, entry);
        return NULL;
    }
    char *evicted = shard->count == shard->capacity ? evict_oldest(shard) : NULL;
    if (shard->count >= shard->bucket_count)
        rehash(shard, 2 * shard->bucket_count);
    struct entry **place = &shard->buckets[hash % shard->bucket_count];
    entry = allocate(sizeof *entry);
    *entry = (struct entry){ .chain = *place, .key = copy_string(key), .value = copy_string(value), .hash = hash };
    *place = entry;
    link_as_newest(shard, entry);
    shard->count++;
    return evicted;
}

bool shard_remove(struct shard *shard, const char *key)
{
    struct entry **place = locate(shard, hash_of(key), key), *entry = *place;
    if (!entry)
        return false;
    detach(shard, place);
    free_entry(entry);
    return true;
}
