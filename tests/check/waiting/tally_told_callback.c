// A thread notes in a block that it was early, and a function that main finds in the block asserts that it was not.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct shared {
    atomic_int ready;
    int early;
    void (*ask)(struct shared *);
};

static void *set(void *arg)
{
    atomic_store(&((struct shared *)arg)->ready, 1);
    return arg;
}

static void ask(struct shared *shared)
{
#ifdef FIXED
    (void)shared;
#else
    assert(!shared->early); //~ assertion
#endif
}

int main(void)
{
    struct shared *shared = calloc(1, sizeof *shared);
    pthread_t thread;
    pthread_create(&thread, NULL, set, shared);
    while (!atomic_load(&shared->ready)) shared->early |= 1;
    pthread_join(thread, NULL);
    shared->ask = ask;
    shared->ask(shared);
    free(shared);
    return 0;
}
