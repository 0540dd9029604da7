// A thread waits for a flag in a block that is never set, and counts its looks in the same block.
// verdict: bug
// bug: livelock
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct shared {
    atomic_int ready;
    long looks;
};

static void *set(void *arg)
{
#ifdef FIXED
    atomic_store(&((struct shared *)arg)->ready, 1);
#endif
    return arg;
}

int main(void)
{
    struct shared *shared = calloc(1, sizeof *shared);
    pthread_t thread;
    pthread_create(&thread, NULL, set, shared);
    while (!atomic_load(&shared->ready)) shared->looks++; //~ livelock
    pthread_join(thread, NULL);
    free(shared);
    return 0;
}
