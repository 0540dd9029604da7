// Threads count, and allocate a block for every number, while a large heap is alive that they do not access. There are
// freed blocks, too, to which pointers remain. How large the heap is makes no difference to what a step costs.
// states: 1223
// states -DKILOBYTES=512 -DBLOCK=64 -DN=3: 188
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

#ifndef KILOBYTES
#define KILOBYTES 64
#endif
#ifndef BLOCK
#define BLOCK 1024
#endif
#ifndef N
#define N 8
#endif

static void **heap[KILOBYTES * 1024 / BLOCK];
static void *dangling[4];
static atomic_int counters[3];

static void *allocate(size_t size)
{
    void *block = malloc(size);
    if (block == NULL) abort();
    return block;
}

static void *count(void *arg)
{
    atomic_int *counter = arg;
    for (int i = 0; i < N; i++) {
        int *number = allocate(sizeof *number);
        *number = i + 1;
        atomic_store(counter, *number);
        free(number);
    }
    return NULL;
}

int main(void)
{
    for (size_t i = 0; i < sizeof heap / sizeof *heap; i++) {
        heap[i] = allocate(BLOCK);
        for (size_t j = 0; j < BLOCK / sizeof **heap; j++) heap[i][j] = heap[i / 2];
    }
    for (int i = 0; i < 4; i++) dangling[i] = allocate(32);
    for (int i = 0; i < 4; i++) free(dangling[i]);
    pthread_t threads[3];
    for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, count, &counters[i]);
    for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
    return 0;
}
