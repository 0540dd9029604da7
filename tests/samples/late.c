// The reader's thread is the first, and the bug needs it to be late: a search that goes through all orders of the stores before it
// lets another thread overtake the reader comes to it late, too.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

#ifndef SETTERS
#define SETTERS 7
#endif

static atomic_int last, flag;

static void *reader(void *argument) {
    assert(!flag);
    return argument;
}

static void *writer(void *argument) {
    flag = 1;
    return argument;
}

static void *setter(void *argument) {
    last = (int)(intptr_t)argument;
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, reader, NULL);
    pthread_create(&thread, NULL, writer, NULL);
    for (intptr_t i = 0; i < SETTERS; i++) pthread_create(&thread, NULL, setter, (void *)i);
    return 0;
}
