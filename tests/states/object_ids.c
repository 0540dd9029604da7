// Two threads allocate an object each, in either order, and publish one of them. Numbered in the order of all allocations, the
// published object has another number in each order. The order in which the reader allocates first comes, with the published
// object finished, to states of the other order, and is not followed further: so under its second number the object is never seen
// to be shared (`--object-ids per-path`), and that its writer is not finished with it yet goes unnoticed. But for the bug nothing
// tells the orders apart.
// bug: assertion
// states --races=allow: 291
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct message {
    int length;
};

static struct message *_Atomic published;
static atomic_int reader_prepares;
static void *spare;

static void *allocate(size_t size)
{
    void *block = malloc(size);
    if (block == NULL) abort();
    return block;
}

static void *write_message(void *arg)
{
    int is_early = atomic_load(&reader_prepares);
    struct message *message = allocate(sizeof *message);
    message->length = 2;
    atomic_store(&published, message);
    if (is_early) message->length = 1;
    message->length = 2;
    return arg;
}

static void *read_message(void *arg)
{
    atomic_store(&reader_prepares, 1);
    // Nothing is done with it: an object that threads access lends its number to the other one.
    spare = allocate(64);
    atomic_store(&reader_prepares, 0);
    struct message *message = atomic_load(&published);
    if (message != NULL) assert(message->length == 2);
    return arg;
}

int main(void)
{
    pthread_t writer, reader;
    pthread_create(&writer, NULL, write_message, NULL);
    pthread_create(&reader, NULL, read_message, NULL);
    pthread_join(writer, NULL);
    pthread_join(reader, NULL);
    return 0;
}
