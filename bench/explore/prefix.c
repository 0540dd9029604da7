// A writer and ten readers of one variable, 1024 traces, after LENGTH steps of main: what is new in an execution does not
// depend on LENGTH.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef LENGTH
#define LENGTH 0
#endif
#define READERS 10

static atomic_int before, shared;

static void *read_it(void *arg)
{
    (void)atomic_load(&shared);
    return arg;
}

int main(void)
{
    pthread_t readers[READERS];
    for (int i = 0; i < LENGTH; i++) atomic_store(&before, i);
    for (int i = 0; i < READERS; i++) pthread_create(&readers[i], NULL, read_it, NULL);
    atomic_store(&shared, 1);
    for (int i = 0; i < READERS; i++) pthread_join(readers[i], NULL);
    return 0;
}
