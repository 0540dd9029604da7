// Threads count in the structs that they are given how often they have waited. Main sums that up, prints it, and asserts that no thread had to wait.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

struct argument {
    int number;
    long waited;
};

static atomic_int ready;

static void *work(void *arg)
{
    struct argument *argument = arg;
    if (argument->number == 0) {
        atomic_store(&ready, 1);
        return NULL;
    }
#ifdef FIXED
    while (!atomic_load(&ready)) argument->waited++;
#else
    while (!atomic_load(&ready)) argument->waited |= 1;
#endif
    return NULL;
}

int main(void)
{
    struct argument arguments[2] = {{0, 0}, {1, 0}};
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, work, &arguments[i]);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    long sum = 0;
    for (int i = 0; i < 2; i++) sum += arguments[i].waited;
    printf("%ld\n", sum);
#ifndef FIXED
    assert(sum == 0); //~ assertion
#endif
    return 0;
}
