// SETTERS threads change two variables that belong together; a checker sees one of them changed and the other one not.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef SETTERS
#define SETTERS 10
#endif

static atomic_int a, b;

static void *set(void *arg)
{
    atomic_store(&a, 1);
    atomic_store(&b, -1);
    return arg;
}

static void *check(void *arg)
{
    int seen_a = atomic_load(&a), seen_b = atomic_load(&b);
    assert((seen_a == 0 && seen_b == 0) || (seen_a == 1 && seen_b == -1));
    return arg;
}

int main(void)
{
    pthread_t setters[SETTERS], checker;
    for (int i = 0; i < SETTERS; i++) pthread_create(&setters[i], 0, set, 0);
    pthread_create(&checker, 0, check, 0);
    for (int i = 0; i < SETTERS; i++) pthread_join(setters[i], 0);
    pthread_join(checker, 0);
    return 0;
}
