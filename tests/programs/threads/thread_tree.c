// Threads that create threads: a recursive parallel sum and a chain in which each thread starts and joins the next.
// native: same
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct slice { const int *values; int count; long sum; int threads; };

static void *parallel_sum(void *argument)
{
    struct slice *slice = argument;
    if (slice->count <= 16) {
        for (int i = 0; i < slice->count; i++)
            slice->sum += slice->values[i];
        slice->threads = 1;
        return NULL;
    }
    int half = slice->count / 2;
    struct slice left = { slice->values, half, 0, 0 }, right = { slice->values + half, slice->count - half, 0, 0 };
    pthread_t thread;
    pthread_create(&thread, NULL, parallel_sum, &left);
    parallel_sum(&right);
    pthread_join(thread, NULL);
    slice->sum = left.sum + right.sum;
    slice->threads = left.threads + right.threads;
    return NULL;
}

static void *chain(void *argument)
{
    int *remaining = argument;
    if (*remaining == 0)
        return calloc(1, sizeof(int));
    int next = *remaining - 1;
    pthread_t thread;
    void *result;
    pthread_create(&thread, NULL, chain, &next);
    pthread_join(thread, &result);
    *(int *)result += *remaining;
    return result;
}

int main(void)
{
    int values[100];
    for (int i = 0; i < 100; i++)
        values[i] = i * i - 50;
    struct slice whole = { values, 100, 0, 0 };
    parallel_sum(&whole);
    printf("%ld %d\n", whole.sum, whole.threads);
    int length = 12;
    int *total = chain(&length);
    printf("%d\n", *total);
    free(total);
    return 0;
}
