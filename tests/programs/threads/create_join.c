// Creating and joining: arguments, return values of all kinds, joining in any order, many threads, results through memory.
// native: same
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static void *square(void *argument)
{
    intptr_t n = (intptr_t)argument;
    return (void *)(n * n);
}

struct range { int from, to; long sum; };

static void *sum_range(void *argument)
{
    struct range *range = argument;
    for (int i = range->from; i < range->to; i++)
        range->sum += i;
    return range;
}

static void *allocate(void *argument)
{
    int *result = malloc(sizeof *result);
    *result = *(int *)argument + 1;
    return result;
}

static void *nothing(void *unused) { return unused; }

static void in_any_order(void)
{
    pthread_t threads[6];
    for (intptr_t i = 0; i < 6; i++)
        pthread_create(&threads[i], NULL, square, (void *)(i - 2));
    static const int order[] = { 3, 0, 5, 1, 4, 2 };
    for (int i = 0; i < 6; i++) {
        void *result;
        int code = pthread_join(threads[order[i]], &result);
        printf("%d:%d:%ld ", order[i], code, (long)(intptr_t)result);
    }
    putchar('\n');
}

static void through_memory(void)
{
    struct range ranges[4];
    pthread_t threads[4];
    for (int i = 0; i < 4; i++) {
        ranges[i] = (struct range){ i * 100, (i + 1) * 100, 0 };
        pthread_create(&threads[i], NULL, sum_range, &ranges[i]);
    }
    long total = 0;
    for (int i = 0; i < 4; i++) {
        void *result;
        pthread_join(threads[i], &result);
        total += ((struct range *)result)->sum;
    }
    printf("%ld\n", total);
}

static void one_after_another(void)
{
    int value = 0;
    for (int i = 0; i < 20; i++) {
        pthread_t thread;
        void *result;
        pthread_create(&thread, NULL, allocate, &value);
        pthread_join(thread, &result);
        value = *(int *)result;
        free(result);
    }
    printf("%d\n", value);
}

static void non_blocking_join(void)
{
    pthread_t thread;
    void *result = NULL;
    int code, object = 5;
    pthread_create(&thread, NULL, nothing, &object);
    while ((code = pthread_tryjoin_np(thread, &result)) == EBUSY)
        sched_yield();
    printf("%d %d\n", code, result == &object);
}

int main(void)
{
    in_any_order();
    through_memory();
    one_after_another();
    non_blocking_join();
    pthread_t thread;
    pthread_create(&thread, NULL, nothing, NULL);
    printf("%d\n", pthread_join(thread, NULL));
    return 0;
}
