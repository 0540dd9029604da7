// publish.c fixed: the flag is raised with release and seen with acquire, which puts the message before its reader.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static int message;
static atomic_bool ready;

static void *prepare(void *arg)
{
    message = 42;
    atomic_store_explicit(&ready, true, memory_order_release);
    return arg;
}

int main(void)
{
    pthread_t writer;
    pthread_create(&writer, NULL, prepare, NULL);
    while (!atomic_load_explicit(&ready, memory_order_acquire)) {}
    assert(message == 42);
    pthread_join(writer, NULL);
    return 0;
}
