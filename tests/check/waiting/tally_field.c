// Threads count their looks in members of a variable whose other members are read: by their numbers, and in a variable of their own.
// verdict: ok
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static struct {
    atomic_int ready;
    struct { int looks, turns; } of[2];
} shared;
static _Thread_local unsigned long mine;

static void *wait_for_it(void *arg)
{
    int me = arg != NULL;
    while (!atomic_load(&shared.ready)) {
        if (me) shared.of[1].looks++;
        else shared.of[0].looks++;
        mine += 2;
    }
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, wait_for_it, &thread);
    atomic_store(&shared.ready, 1);
    wait_for_it(NULL);
    pthread_join(thread, NULL);
    return 0;
}
