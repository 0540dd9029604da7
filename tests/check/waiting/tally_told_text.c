// A thread notes in a block that it was early. Main writes that as text, and asserts on the text.
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
    char text[16];
#ifndef FIXED
    sprintf(text, "%d", shared->early);
    assert(strcmp(text, "1") != 0); //~ assertion
#else
    printf("%d\n", shared->early);
    (void)text;
#endif
    free(shared);
    return 0;
}
