// Main looks at a variable of its own while it waits for a thread that it has passed the variable's address to.
// verdict: bug
// bug: data-race
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int ready;

static void *count_up(void *arg)
{
    *(int *)arg = 1; //~ data-race
    atomic_store(&ready, 1);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    int count = 0;
    pthread_create(&thread, NULL, count_up, &count);
    while (!atomic_load(&ready)) {
#ifndef FIXED
        if (count == 2) break; //~ data-race
#endif
    }
    pthread_join(thread, NULL);
    return 0;
}
