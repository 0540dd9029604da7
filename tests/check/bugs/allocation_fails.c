// Two threads allocate a buffer each. They use it without a look whether there was memory.
// verdict: bug
// bug: null-dereference
// check: --malloc-may-fail
#include <pthread.h>
#include <stdlib.h>

static void *fill(void *arg)
{
    char *buffer = malloc(8);
    buffer[0] = 1; //~ null-dereference
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
