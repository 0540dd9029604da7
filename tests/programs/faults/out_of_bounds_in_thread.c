// The fault happens in a second thread while main waits for it.
// levels: 0
#include <pthread.h>
#include <stdlib.h>

static void *worker(void *argument)
{
    int *shared = argument;
    shared[3] = 1; //~ out-of-bounds
    return NULL;
}

int main(void)
{
    int *shared = malloc(3 * sizeof *shared);
    pthread_t thread;
    pthread_create(&thread, NULL, worker, shared);
    pthread_join(thread, NULL);
    free(shared);
    return 0;
}
