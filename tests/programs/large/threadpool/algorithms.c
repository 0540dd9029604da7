// part of main.c
#include "algorithms.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size);
    if (!memory)
        abort();
    return memory;
}

/* Merge sort. */

enum { SORT_CUTOFF = 24 };

struct sort_job {
    int *values, *scratch;
    size_t count;
};

static void insertion_sort(int *values, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        int value = values[i];
        size_t j = i;
        for (; j > 0 && values[j - 1] > value; j--)
            values[j] = values[j - 1];
        values[j] = value;
    }
}

static void merge(int *values, int *scratch, size_t middle, size_t count)
{
    size_t left = 0, right = middle, out = 0;
    while (left < middle && right < count)
        scratch[out++] = values[right] < values[left] ? values[right++] : values[left++];
    while (left < middle)
        scratch[out++] = values[left++];
    while (right < count)
        scratch[out++] = values[right++];
    memcpy(values, scratch, count * sizeof *values);
}

static void *sort_task(void *argument, struct task_context *context)
{
    struct sort_job *job = argument;
    if (job->count <= SORT_CUTOFF) {
        insertion_sort(job->values, job->count);
        return NULL;
    }
    size_t middle = job->count / 2;
    struct sort_job left = { job->values, job->scratch, middle };
    struct sort_job right = { job->values + middle, job->scratch + middle, job->count - middle };
    struct future *future = pool_submit(context->pool, PRIORITY_NORMAL, NULL, sort_task, &right);
    sort_task(&left, context);
    pool_wait(context->pool, future);
    merge(job->values, job->scratch, middle, job->count);
    return NULL;
}

void parallel_sort(struct pool *pool, int *values, size_t count)
{
    struct sort_job job = { values, allocate(count, sizeof *values), count };
    pool_wait(pool, pool_submit(pool, PRIORITY_NORMAL, NULL, sort_task, &job));
    free(job.scratch);
}

/* Matrix product. */

enum { TILE = 4 };

struct tile_job {
    const double *a, *b;
    double *c;
    int size, row, column;
};

static void *multiply_tile(void *argument, struct task_context *context)
{
    (void)context;
    const struct tile_job *job = argument;
    int size = job->size;
    for (int i = job->row; i < job->row + TILE && i < size; i++)
        for (int j = job->column; j < job->column + TILE && j < size; j++) {
            double sum = 0;
            for (int k = 0; k < size; k++)
                sum += job->a[i * size + k] * job->b[k * size + j];
            job->c[i * size + j] = sum;
        }
    return NULL;
}

void parallel_multiply(struct pool *pool, const double *a, const double *b, double *c, int size)
{
    int tiles = (size + TILE - 1) / TILE, count = tiles * tiles;
    struct tile_job *jobs = allocate((size_t)count, sizeof *jobs);
    struct future **futures = allocate((size_t)count, sizeof *futures);
    for (int i = 0; i < count; i++) {
        jobs[i] = (struct tile_job){ a, b, c, size, i / tiles * TILE, i % tiles * TILE };
        futures[i] = pool_submit(pool, PRIORITY_NORMAL, NULL, multiply_tile, &jobs[i]);
    }
    for (int i = 0; i < count; i++)
        pool_wait(pool, futures[i]);
    free(futures);
    free(jobs);
}

/* Word count: each chunk is mapped to a table, tables are reduced in pairs. */

enum { TABLE_SIZE = 128, CHUNK = 120 };

struct table {
    struct word_count slots[TABLE_SIZE];
    size_t used;
};

struct chunk {
    const char *start, *end;
};

static void table_add(struct table *table, const char *word, unsigned count)
{
    unsigned hash = 5381;
    for (const char *p = word; *p; p++)
        hash = hash * 33 + (unsigned char)*p;
    for (unsigned i = hash % TABLE_SIZE;; i = (i + 1) % TABLE_SIZE) {
        struct word_count *slot = &table->slots[i];
        if (slot->count == 0) {
            if (table->used + 1 == TABLE_SIZE)
                abort();
            table->used++;
            strcpy(slot->word, word);
        }
        if (strcmp(slot->word, word) == 0) {
            slot->count += count;
            return;
        }
    }
}

static void *map_chunk(void *argument, struct task_context *context)
{
    (void)context;
    const struct chunk *chunk = argument;
    struct table *table = allocate(1, sizeof *table);
    for (const char *p = chunk->start; p < chunk->end;) {
        char word[sizeof table->slots[0].word];
        size_t length = 0;
        for (; p < chunk->end && isalpha((unsigned char)*p); p++)
            if (length + 1 < sizeof word)
                word[length++] = (char)tolower((unsigned char)*p);
        word[length] = '\0';
        if (length)
            table_add(table, word, 1);
        else
            p++;
    }
    return table;
}

struct reduction {
    struct table *into, *from;
};

static void *reduce_pair(void *argument, struct task_context *context)
{
    (void)context;
    struct reduction *pair = argument;
    for (int i = 0; i < TABLE_SIZE; i++)
        if (pair->from->slots[i].count)
            table_add(pair->into, pair->from->slots[i].word, pair->from->slots[i].count);
    free(pair->from);
    return pair->into;
}

/* Cuts the text into chunks that end where a word ends. */
static size_t cut(const char *text, struct chunk *chunks)
{
    size_t count = 0;
    while (*text) {
        size_t length = strnlen(text, CHUNK);
        while (isalpha((unsigned char)text[length]))
            length++;
        chunks[count++] = (struct chunk){ text, text + length };
        text += length;
    }
    return count;
}

static struct table *map_reduce(struct pool *pool, struct chunk *chunks, size_t count)
{
    struct future **futures = allocate(count, sizeof *futures);
    struct table **tables = allocate(count, sizeof *tables);
    struct reduction *pairs = allocate(count, sizeof *pairs);
    for (size_t i = 0; i < count; i++)
        futures[i] = pool_submit(pool, PRIORITY_NORMAL, NULL, map_chunk, &chunks[i]);
    for (size_t i = 0; i < count; i++)
        tables[i] = pool_wait(pool, futures[i]);
    while (count > 1) {
        size_t half = count / 2;
        for (size_t i = 0; i < half; i++) {
            pairs[i] = (struct reduction){ tables[i], tables[count - 1 - i] };
            futures[i] = pool_submit(pool, PRIORITY_LOW, NULL, reduce_pair, &pairs[i]);
        }
        for (size_t i = 0; i < half; i++)
            tables[i] = pool_wait(pool, futures[i]);
        count -= half;
    }
    struct table *result = count ? tables[0] : allocate(1, sizeof *result);
    free(futures);
    free(tables);
    free(pairs);
    return result;
}

static int by_frequency(const void *a, const void *b)
{
    const struct word_count *x = a, *y = b;
    return x->count != y->count ? (x->count < y->count) - (x->count > y->count) : strcmp(x->word, y->word);
}

size_t parallel_count_words(struct pool *pool, const char *text, struct word_count *counts, size_t capacity)
{
    struct chunk *chunks = allocate(strlen(text) / CHUNK + 1, sizeof *chunks);
    struct table *table = map_reduce(pool, chunks, cut(text, chunks));
    size_t different = table->used;
    qsort(table->slots, TABLE_SIZE, sizeof table->slots[0], by_frequency);
    memcpy(counts, table->slots, (different < capacity ? different : capacity) * sizeof *counts);
    free(table);
    free(chunks);
    return different;
}

/* Loop. */

struct loop {
    void (*function)(void *context, int index);
    void *context;
    int from, to;
};

static void *loop_task(void *argument, struct task_context *context)
{
    struct loop loop = *(struct loop *)argument;
    if (loop.to - loop.from == 1) {
        loop.function(loop.context, loop.from);
        return NULL;
    }
    struct loop upper = loop;
    upper.from = loop.to = loop.from + (loop.to - loop.from) / 2;
    struct future *future = pool_submit(context->pool, PRIORITY_NORMAL, NULL, loop_task, &upper);
    loop_task(&loop, context);
    pool_wait(context->pool, future);
    return NULL;
}

void parallel_for(struct pool *pool, int count, void (*function)(void *context, int index), void *context)
{
    struct loop loop = { function, context, 0, count };
    if (count > 0)
        pool_wait(pool, pool_submit(pool, PRIORITY_NORMAL, NULL, loop_task, &loop));
}
