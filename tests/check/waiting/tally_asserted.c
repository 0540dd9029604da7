// A thread polls a flag, and notes that it was early, by way of another variable and of a pointer. Main asserts that it never was.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int ready;
static unsigned early, was_early;
static unsigned *noted = &was_early;

static void *set(void *arg)
{
    atomic_store(&ready, 1);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, set, NULL);
    while (!atomic_load(&ready)) {
        early |= 1;
        was_early = early;
    }
    pthread_join(thread, NULL);
#ifndef FIXED
    assert(*noted == 0); //~ assertion
#endif
    return 0;
}
