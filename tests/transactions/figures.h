// What the figures of the paper on commit-point completion have in common.
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

// No lock protects these: with PLAIN, they have data races.
#ifdef PLAIN
typedef int shared;
#else
typedef atomic_int shared;
#endif

// A local step. The loops of the figures consist of these: a loop without any would be one that waits.
static void skip(void)
{
    mz_choose(1);
}

static pthread_t start(void *(*body)(void *))
{
    pthread_t thread;
    pthread_create(&thread, NULL, body, NULL);
    return thread;
}
