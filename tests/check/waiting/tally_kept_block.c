// A thread polls a flag, and keeps the address of a block where nothing reads it, as a number: the block is not lost.
// verdict: ok
// check: --leaks
#include <stdint.h>
#include <stdlib.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int ready;
static uintptr_t kept;
static long looks;

static void *set(void *arg)
{
    atomic_store(&ready, 1);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, set, NULL);
    kept = (uintptr_t)malloc(8);
    while (!atomic_load(&ready)) {
        kept += 0;
        looks++;
    }
    pthread_join(thread, NULL);
    return 0;
}
