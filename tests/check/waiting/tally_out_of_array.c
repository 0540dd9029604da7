// Threads count in an array of a struct by their numbers, which begin at 1: the last one would count in what main reads.
// verdict: bug
// bug: out-of-bounds
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { THREADS = 2 };

struct shared {
    atomic_int ready;
    int looks[THREADS];
    int limit;
};

struct argument {
    struct shared *shared;
    int number;
};

static void *wait_for_it(void *arg)
{
    struct argument *argument = arg;
    while (!atomic_load(&argument->shared->ready))
        argument->shared->looks[argument->number]++; //~ out-of-bounds
    return NULL;
}

int main(void)
{
    struct shared *shared = calloc(1, sizeof *shared);
    struct argument arguments[THREADS];
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
#ifdef FIXED
        arguments[i] = (struct argument){shared, i};
#else
        arguments[i] = (struct argument){shared, i + 1};
#endif
        pthread_create(&threads[i], NULL, wait_for_it, &arguments[i]);
    }
    atomic_store(&shared->ready, 1);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    int limit = shared->limit;
    free(shared);
    return limit;
}
