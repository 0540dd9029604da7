// Two threads allocate a buffer each. They do without it if there was no memory. Each allocation succeeds or
// fails.
// verdict: ok
// check: --malloc-may-fail
// traces: 4
#include <pthread.h>
#include <stdlib.h>

static void *fill(void *arg)
{
    char *buffer = malloc(8);
    if (buffer == NULL) return arg;
    buffer[0] = 1;
    free(buffer);
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, fill, NULL);
    pthread_create(&threads[1], NULL, fill, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}
