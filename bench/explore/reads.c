// One execution: two threads read a variable that is never written, READS times each. What a read costs does not depend on
// READS.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef READS
#define READS 1000
#endif

static atomic_int shared;

static void *read_it(void *arg)
{
    for (int i = 0; i < READS; i++) (void)atomic_load(&shared);
    return arg;
}

int main(int argc, char **argv)
{
    (void)argv;
    pthread_t reader;
    pthread_create(&reader, NULL, read_it, NULL);
    read_it(NULL);
    pthread_join(reader, NULL);
    // Never, but the compiler does not know: a variable that no code writes is not looked at.
    if (argc > 1000) atomic_store(&shared, 1);
    return 0;
}
