// One thread reads a message, another one frees it. Nothing orders the two.
// verdict: bug
// bug: data-race | use-after-free
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int *message;

static void *read_message(void *arg)
{
    assert(*message == 42); //~ data-race | use-after-free
    return arg;
}

static void *free_message(void *arg)
{
    free(message); //~ data-race
    return arg;
}

int main(void)
{
    message = malloc(sizeof *message);
    if (message == NULL) return 1;
    *message = 42;
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, read_message, NULL);
    pthread_create(&threads[1], NULL, free_message, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}
