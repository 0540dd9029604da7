// part of main.c
#include "snapshot.h"

#include <stdlib.h>
#include <string.h>

#include "memory.h"

static int by_key(const void *a, const void *b)
{
    return strcmp(((const struct pair *)a)->key, ((const struct pair *)b)->key);
}

void snapshot_take_locked(struct snapshot *snapshot, struct table *table)
{
    size_t count = 0;
    for (size_t i = 0; i < table->shard_count; i++)
        count += table->shards[i].count;
    *snapshot = (struct snapshot){ allocate(count * sizeof *snapshot->pairs), 0 };
    for (size_t i = 0; i < table->shard_count; i++) {
        const struct shard *shard = &table->shards[i];
        for (size_t bucket = 0; bucket < shard->bucket_count; bucket++)
            for (const struct entry *entry = shard->buckets[bucket]; entry; entry = entry->chain)
                snapshot->pairs[snapshot->count++] =
                    (struct pair){ copy_string(entry->key), copy_string(entry->value) };
    }
    qsort(snapshot->pairs, snapshot->count, sizeof *snapshot->pairs, by_key);
}

void snapshot_take(struct snapshot *snapshot, struct table *table)
{
    table_lock_all_for_reading(table);
    snapshot_take_locked(snapshot, table);
    table_unlock_all(table);
}

void snapshot_free(struct snapshot *snapshot)
{
    for (size_t i = 0; i < snapshot->count; i++) {
        free(snapshot->pairs[i].key);
        free(snapshot->pairs[i].value);
    }
    free(snapshot->pairs);
    *snapshot = (struct snapshot){ NULL, 0 };
}

struct iterator snapshot_iterate(const struct snapshot *snapshot, const char *prefix)
{
    size_t low = 0, high = snapshot->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strcmp(snapshot->pairs[middle].key, prefix) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return (struct iterator){ snapshot, prefix, low };
}

const struct pair *iterator_next(struct iterator *iterator)
{
    if (iterator->position == iterator->snapshot->count)
        return NULL;
    const struct pair *pair = &iterator->snapshot->pairs[iterator->position];
    if (strncmp(pair->key, iterator->prefix, strlen(iterator->prefix)) != 0)
        return NULL;
    iterator->position++;
    return pair;
}

void snapshot_compare(const struct snapshot *old, const struct snapshot *new,
                      void (*report)(char kind, const char *key, const char *old_value, const char *new_value))
{
    size_t i = 0, j = 0;
    while (i < old->count || j < new->count) {
        int order = i == old->count ? 1 : j == new->count ? -1 : strcmp(old->pairs[i].key, new->pairs[j].key);
        if (order < 0) {
            report('-', old->pairs[i].key, old->pairs[i].value, NULL);
            i++;
        } else if (order > 0) {
            report('+', new->pairs[j].key, NULL, new->pairs[j].value);
            j++;
        } else {
            if (strcmp(old->pairs[i].value, new->pairs[j].value) != 0)
                report('~', old->pairs[i].key, old->pairs[i].value, new->pairs[j].value);
            i++;
            j++;
        }
    }
}
