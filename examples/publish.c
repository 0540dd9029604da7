// One thread prepares a message and raises a flag; the other one waits for the flag and reads the message. The flag is
// atomic, but relaxed: it orders nothing, and the message may be read before it is written.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static int message;
static atomic_bool ready;

static void *prepare(void *arg)
{
    message = 42;
    atomic_store_explicit(&ready, true, memory_order_relaxed);
    return arg;
}

int main(void)
{
    pthread_t writer;
    pthread_create(&writer, NULL, prepare, NULL);
    while (!atomic_load_explicit(&ready, memory_order_relaxed)) {}
    assert(message == 42);
    pthread_join(writer, NULL);
    return 0;
}
