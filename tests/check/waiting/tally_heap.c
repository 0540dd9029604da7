// Threads take a spin lock in a block on the heap, and count in other members of it how often they have tried, by their numbers and together. Main
// prints that. Main asserts on what the lock protects, and one of them forgets the lock.
// verdict: bug
// bug: data-race
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

struct shared {
    atomic_int taken;
    int x;
    atomic_long tries;
    long of[2];
};

struct argument {
    struct shared *shared;
    int number;
};

static void *work(void *arg)
{
    struct argument *argument = arg;
    struct shared *shared = argument->shared;
#ifndef FIXED
    if (argument->number == 0)
#endif
        while (atomic_exchange(&shared->taken, 1)) {
            shared->of[argument->number]++;
            atomic_fetch_add(&shared->tries, 1);
        }
    shared->x++; //~ data-race
    atomic_store(&shared->taken, 0);
    return NULL;
}

int main(void)
{
    struct shared *shared = calloc(1, sizeof *shared);
    struct argument arguments[2];
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) {
        arguments[i] = (struct argument){shared, i};
        pthread_create(&threads[i], NULL, work, &arguments[i]);
    }
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    printf("%ld tries, %ld of them by the first\n", shared->tries, shared->of[0]);
    free(shared);
    return 0;
}
