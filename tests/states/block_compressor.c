// A compressor that works on blocks in parallel: a reader hands out blocks of the input, THREADS - 2 workers pack them (runs
// of equal letters become a letter and a number), and a writer puts them together in their order.
// states: 10626
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

#ifndef THREADS
#define THREADS 4
#endif
#define WORKERS (THREADS - 2)
#define BLOCK 4
#define BLOCKS 4

static const char input[BLOCKS * BLOCK + 1] = "aaaabbaabbbbabab";

enum state { EMPTY, FULL, TAKEN, PACKED };

static struct block {
    enum state state;
    int length;
    char text[2 * BLOCK];
} blocks[BLOCKS];

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER, packed = PTHREAD_COND_INITIALIZER;
static int next_to_pack;
static char output[2 * BLOCKS * BLOCK];

static void *read_input(void *arg)
{
    for (int i = 0; i < BLOCKS; i++) {
        pthread_mutex_lock(&mutex);
        memcpy(blocks[i].text, &input[i * BLOCK], BLOCK);
        blocks[i].length = BLOCK;
        blocks[i].state = FULL;
        pthread_cond_signal(&filled);
        pthread_mutex_unlock(&mutex);
    }
    return arg;
}

static int pack(const char *from, int length, char *to)
{
    int used = 0;
    for (int i = 0; i < length;) {
        int run = 1;
        while (i + run < length && from[i + run] == from[i]) run++;
        to[used++] = from[i];
        to[used++] = (char)('0' + run);
        i += run;
    }
    return used;
}

// The next block that is full, or NULL when all are taken.
static struct block *take(void)
{
    struct block *block = NULL;
    pthread_mutex_lock(&mutex);
    while (next_to_pack < BLOCKS && blocks[next_to_pack].state != FULL) pthread_cond_wait(&filled, &mutex);
    if (next_to_pack < BLOCKS) {
        block = &blocks[next_to_pack++];
        block->state = TAKEN;
        if (next_to_pack == BLOCKS) pthread_cond_broadcast(&filled);
    }
    pthread_mutex_unlock(&mutex);
    return block;
}

static void *work(void *arg)
{
    struct block *block;
    while ((block = take())) {
        char text[2 * BLOCK];
        int length = pack(block->text, block->length, text);
        pthread_mutex_lock(&mutex);
        memcpy(block->text, text, (size_t)length);
        block->length = length;
        block->state = PACKED;
        pthread_cond_signal(&packed);
        pthread_mutex_unlock(&mutex);
    }
    return arg;
}

static int write_output(void)
{
    int used = 0;
    for (int i = 0; i < BLOCKS; i++) {
        pthread_mutex_lock(&mutex);
        while (blocks[i].state != PACKED) pthread_cond_wait(&packed, &mutex);
        memcpy(&output[used], blocks[i].text, (size_t)blocks[i].length);
        used += blocks[i].length;
        pthread_mutex_unlock(&mutex);
    }
    return used;
}

int main(void)
{
    pthread_t reader, workers[WORKERS];
    pthread_create(&reader, NULL, read_input, NULL);
    for (int i = 0; i < WORKERS; i++) pthread_create(&workers[i], NULL, work, NULL);
    int used = write_output();
    pthread_join(reader, NULL);
    for (int i = 0; i < WORKERS; i++) pthread_join(workers[i], NULL);
    assert(used == 16 && memcmp(output, "a4b2a2b4a1b1a1b1", 16) == 0);
    return 0;
}
