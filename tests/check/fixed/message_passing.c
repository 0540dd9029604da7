// A flag handshake: the receiver spins until the flag is set, then reads the data. Release and acquire on the
// flag order the data. Failed looks at the flag are waiting, and do not count.
// verdict: ok
// traces: 1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int data;
static atomic_int ready;

static void *send(void *arg)
{
    data = 42;
    atomic_store_explicit(&ready, 1, memory_order_release);
    return arg;
}

static void *receive(void *arg)
{
    while (!atomic_load_explicit(&ready, memory_order_acquire)) {
    }
    assert(data == 42);
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, send, NULL);
    pthread_create(&threads[1], NULL, receive, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}
