// The first thread that needs the buffer makes it. Two threads may both be the first: both make one, the second pointer
// replaces the first, and one buffer is lost. Nothing crashes; only memory is gone.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static char *_Atomic buffer;

static void *need(void *arg)
{
    if (!buffer) buffer = malloc(64);
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, need, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    free(buffer);
    return 0;
}
