// Two threads free the same block, one after the other.
// levels: 0
#include <pthread.h>
#include <stdlib.h>

static void *release(void *block)
{
    free(block); //~ double-free
    return NULL;
}

int main(void)
{
    void *block = malloc(1);
    for (int i = 0; i < 2; i++) {
        pthread_t thread;
        pthread_create(&thread, NULL, release, block);
        pthread_join(thread, NULL);
    }
    return 0;
}
