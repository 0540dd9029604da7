// What these programs need everywhere: objects that begin as zeros, and threads that get one and return one.
#include <mazurka.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

static void *new_object(size_t size)
{
    void *object = calloc(1, size);
    if (object == NULL) abort();
    return object;
}

static pthread_t start(void *(*function)(void *), void *argument)
{
    pthread_t thread;
    pthread_create(&thread, NULL, function, argument);
    return thread;
}

static void *result_of(pthread_t thread)
{
    void *result;
    pthread_join(thread, &result);
    return result;
}
