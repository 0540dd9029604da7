// part of main.c
#include "store.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"

enum { NUMBER_SIZE = 24 };

const char *status_text(enum status status)
{
    static const char *const texts[] = {
        [STATUS_OK] = "ok", [STATUS_NOT_FOUND] = "not found", [STATUS_NOT_A_NUMBER] = "not a number",
        [STATUS_MISMATCH] = "mismatch", [STATUS_TOO_LITTLE] = "too little", [STATUS_IO] = "cannot write the journal",
    };
    return texts[status];
}

static void apply(void *context, const struct change *change)
{
    struct store *store = context;
    struct shard *shard = table_shard(&store->table, change->key);
    pthread_rwlock_wrlock(&shard->lock);
    if (change->kind == CHANGE_SET)
        free(shard_put(shard, change->key, change->value));
    else
        shard_remove(shard, change->key);
    pthread_rwlock_unlock(&shard->lock);
}

bool store_open(struct store *store, const char *path, size_t shards, size_t shard_capacity, struct recovery *recovery)
{
    table_init(&store->table, shards, shard_capacity);
    return journal_open(&store->journal, path, apply, store, recovery);
}

void store_close(struct store *store)
{
    journal_close(&store->journal);
    table_destroy(&store->table);
}

enum status store_get(struct store *store, const char *key, char **value)
{
    struct shard *shard = table_shard(&store->table, key);
    pthread_rwlock_rdlock(&shard->lock);
    const char *found = shard_get(shard, key);
    *value = found ? copy_string(found) : NULL;
    pthread_rwlock_unlock(&shard->lock);
    return found ? STATUS_OK : STATUS_NOT_FOUND;
}

/* Changes memory and journal in one step; the caller holds the shard's lock, so that both have the same order. What has to
 * go is deleted first in the journal, so that recovery never needs more room than there is. */
static enum status put_locked(struct store *store, struct shard *shard, const char *key, const char *value)
{
    char *evicted = shard_put(shard, key, value);
    struct change changes[2];
    size_t count = 0;
    if (evicted)
        changes[count++] = (struct change){ CHANGE_DELETE, evicted, "" };
    changes[count++] = (struct change){ CHANGE_SET, key, value };
    bool ok = journal_append(&store->journal, changes, count);
    free(evicted);
    return ok ? STATUS_OK : STATUS_IO;
}

enum status store_set(struct store *store, const char *key, const char *value)
{
    struct shard *shard = table_shard(&store->table, key);
    pthread_rwlock_wrlock(&shard->lock);
    enum status status = put_locked(store, shard, key, value);
    pthread_rwlock_unlock(&shard->lock);
    return status;
}

enum status store_delete(struct store *store, const char *key)
{
    struct shard *shard = table_shard(&store->table, key);
    enum status status = STATUS_NOT_FOUND;
    pthread_rwlock_wrlock(&shard->lock);
    if (shard_remove(shard, key))
        status = journal_append(&store->journal, &(struct change){ CHANGE_DELETE, key, "" }, 1) ? STATUS_OK : STATUS_IO;
    pthread_rwlock_unlock(&shard->lock);
    return status;
}

static bool parse_number(const char *text, long *number)
{
    char *end;
    errno = 0;
    *number = strtol(text, &end, 10);
    return end != text && *end == '\0' && errno == 0;
}

enum status store_increment(struct store *store, const char *key, long amount, long *result)
{
    struct shard *shard = table_shard(&store->table, key);
    enum status status = STATUS_NOT_A_NUMBER;
    pthread_rwlock_wrlock(&shard->lock);
    const char *old = shard_get(shard, key);
    if (parse_number(old ? old : "0", result)) {
        char text[NUMBER_SIZE];
        *result += amount;
        snprintf(text, sizeof text, "%ld", *result);
        status = put_locked(store, shard, key, text);
    }
    pthread_rwlock_unlock(&shard->lock);
    return status;
}

enum status store_compare_and_set(struct store *store, const char *key, const char *expected, const char *value)
{
    struct shard *shard = table_shard(&store->table, key);
    pthread_rwlock_wrlock(&shard->lock);
    const char *old = shard_get(shard, key);
    enum status status = STATUS_NOT_FOUND;
    if (old)
        status = strcmp(old, expected) ? STATUS_MISMATCH : put_locked(store, shard, key, value);
    pthread_rwlock_unlock(&shard->lock);
    return status;
}

/* Two locks are always taken in the order of their addresses. */
static void lock_pair(struct shard *a, struct shard *b)
{
    pthread_rwlock_wrlock(a < b ? &a->lock : &b->lock);
    if (a != b)
        pthread_rwlock_wrlock(a < b ? &b->lock : &a->lock);
}

static void unlock_pair(struct shard *a, struct shard *b)
{
    pthread_rwlock_unlock(&a->lock);
    if (a != b)
        pthread_rwlock_unlock(&b->lock);
}

static enum status transfer_locked(struct store *store, struct shard *source, const char *from, struct shard *target,
                                   const char *to, long amount)
{
    const char *from_text = shard_get(source, from), *to_text = shard_get(target, to);
    long from_number, to_number;
    if (!from_text || !to_text)
        return STATUS_NOT_FOUND;
    if (!parse_number(from_text, &from_number) || !parse_number(to_text, &to_number))
        return STATUS_NOT_A_NUMBER;
    if (from_number < amount)
        return STATUS_TOO_LITTLE;
    if (strcmp(from, to) == 0)
        return STATUS_OK;
    char less[NUMBER_SIZE], more[NUMBER_SIZE];
    snprintf(less, sizeof less, "%ld", from_number - amount);
    snprintf(more, sizeof more, "%ld", to_number + amount);
    /* Both keys exist, so nothing is evicted. */
    shard_put(source, from, less);
    shard_put(target, to, more);
    struct change changes[] = { { CHANGE_SET, from, less }, { CHANGE_SET, to, more } };
    return journal_append(&store->journal, changes, 2) ? STATUS_OK : STATUS_IO;
}

enum status store_transfer(struct store *store, const char *from, const char *to, long amount)
{
    struct shard *source = table_shard(&store->table, from), *target = table_shard(&store->table, to);
    lock_pair(source, target);
    enum status status = transfer_locked(store, source, from, target, to, amount);
    unlock_pair(source, target);
    return status;
}

void store_snapshot(struct store *store, struct snapshot *snapshot)
{
    snapshot_take(snapshot, &store->table);
}

enum status store_compact(struct store *store)
{
    struct snapshot snapshot;
    /* Whoever wants to append has a shard's lock for writing, so the journal is at rest. */
    table_lock_all_for_reading(&store->table);
    snapshot_take_locked(&snapshot, &store->table);
    struct change *changes = allocate(snapshot.count * sizeof *changes);
    for (size_t i = 0; i < snapshot.count; i++)
        changes[i] = (struct change){ CHANGE_SET, snapshot.pairs[i].key, snapshot.pairs[i].value };
    bool ok = journal_rewrite(&store->journal, changes, snapshot.count);
    table_unlock_all(&store->table);
    free(changes);
    snapshot_free(&snapshot);
    return ok ? STATUS_OK : STATUS_IO;
}

struct statistics store_statistics(struct store *store)
{
    struct statistics statistics = { 0 };
    table_lock_all_for_reading(&store->table);
    for (size_t i = 0; i < store->table.shard_count; i++) {
        struct shard *shard = &store->table.shards[i];
        statistics.keys += shard->count;
        statistics.hits += atomic_load(&shard->hits);
        statistics.misses += atomic_load(&shard->misses);
        statistics.evictions += atomic_load(&shard->evictions);
    }
    statistics.frames = store->journal.frames;
    statistics.bytes = store->journal.bytes;
    table_unlock_all(&store->table);
    return statistics;
}
