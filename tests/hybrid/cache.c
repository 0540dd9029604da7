// Cache: objects by key in a hash table, in the order of their last use; where it is full, the one that was used longest ago is thrown out.
// Threads look keys up, and compute and put in what is missing.
// check: ok
#include "objects.h"

#ifndef USERS
#define USERS 2
#endif
#ifndef LOOKUPS
#define LOOKUPS 2
#endif
#ifndef CAPACITY
#define CAPACITY 2
#endif
#ifndef KEYS
#define KEYS 3
#endif
#define BUCKETS 2

struct value {
    int key, square;
};

struct entry {
    int key;
    struct value *value;
    struct entry *in_bucket;
    // By last use.
    struct entry *newer, *older;
};

struct user;

struct cache {
    pthread_mutex_t lock;
    struct entry *buckets[BUCKETS];
    struct entry *newest, *oldest;
    int size, hits, misses;
    struct user *users[USERS];
};

struct user {
    struct cache *cache;
    int number, lookups, sum;
};

static struct cache *new_cache(void)
{
    struct cache *cache = new_object(sizeof *cache);
    pthread_mutex_init(&cache->lock, NULL);
    return cache;
}

static struct entry **place_of(struct cache *cache, int key)
{
    struct entry **place = &cache->buckets[key % BUCKETS];
    while (*place != NULL && (*place)->key != key) place = &(*place)->in_bucket;
    return place;
}

static void unlink_entry(struct cache *cache, struct entry *entry)
{
    *(entry->newer != NULL ? &entry->newer->older : &cache->newest) = entry->older;
    *(entry->older != NULL ? &entry->older->newer : &cache->oldest) = entry->newer;
    entry->newer = entry->older = NULL;
}

static void link_newest(struct cache *cache, struct entry *entry)
{
    entry->older = cache->newest;
    *(entry->older != NULL ? &entry->older->newer : &cache->oldest) = entry;
    cache->newest = entry;
}

static void free_entry(struct entry *entry)
{
    free(entry->value);
    free(entry);
}

static void throw_out(struct cache *cache, struct entry *entry)
{
    unlink_entry(cache, entry);
    *place_of(cache, entry->key) = entry->in_bucket;
    cache->size--;
    free_entry(entry);
}

// Copies what was found.
static bool get(struct cache *cache, int key, struct value *found)
{
    pthread_mutex_lock(&cache->lock);
    struct entry *entry = *place_of(cache, key);
    if (entry != NULL) {
        unlink_entry(cache, entry);
        link_newest(cache, entry);
        *found = *entry->value;
        cache->hits++;
    } else {
        cache->misses++;
    }
    pthread_mutex_unlock(&cache->lock);
    return entry != NULL;
}

static void put(struct cache *cache, struct value *value)
{
    struct entry *entry = new_object(sizeof *entry);
    entry->key = value->key;
    entry->value = value;
    pthread_mutex_lock(&cache->lock);
    struct entry **place = place_of(cache, value->key);
    if (*place != NULL) {
        // Another thread was faster.
        free_entry(entry);
    } else {
        if (cache->size == CAPACITY) {
            throw_out(cache, cache->oldest);
            place = place_of(cache, value->key);
        }
        *place = entry;
        link_newest(cache, entry);
        cache->size++;
    }
    mz_assert(cache->size <= CAPACITY && cache->newest->newer == NULL && cache->oldest->older == NULL);
    pthread_mutex_unlock(&cache->lock);
}

static struct value *compute(int key)
{
    struct value *value = new_object(sizeof *value);
    value->key = key;
    for (int i = 0; i < key; i++) value->square += key;
    return value;
}

static void *look_up(void *argument)
{
    struct user *user = argument;
    for (int i = 0; i < LOOKUPS; i++) {
        int key = 1 + (user->number + i) % KEYS;
        struct value found;
        if (!get(user->cache, key, &found)) {
            struct value *value = compute(key);
            found = *value;
            put(user->cache, value);
        }
        mz_assert(found.key == key && found.square == key * key);
        user->sum += found.square;
        user->lookups++;
    }
    mz_assert(user->lookups == LOOKUPS);
    return user;
}

int main(void)
{
    struct cache *cache = new_cache();
    pthread_t threads[USERS];
    for (int i = 0; i < USERS; i++) {
        struct user *user = new_object(sizeof *user);
        user->cache = cache;
        user->number = i;
        cache->users[i] = user;
    }
    for (int i = 0; i < USERS; i++) threads[i] = start(look_up, cache->users[i]);
    for (int i = 0; i < USERS; i++) result_of(threads[i]);
    mz_assert(cache->hits + cache->misses == USERS * LOOKUPS);
    return 0;
}
