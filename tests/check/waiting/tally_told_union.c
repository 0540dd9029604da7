// A thread notes in a block that it was early, and main asserts on the bytes that it was not.
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

int main(void)
{
    struct shared *shared = calloc(1, sizeof *shared);
    pthread_t thread;
    pthread_create(&thread, NULL, set, shared);
    while (!atomic_load(&shared->ready)) shared->early |= 1;
    pthread_join(thread, NULL);
    #ifndef FIXED
    union { int whole; char bytes[4]; } *view = (void *)&shared->early;
    assert(!view->bytes[0]); //~ assertion
#endif
    free(shared);
    return 0;
}
