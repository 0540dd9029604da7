// Message passing with relaxed accesses to the flag, and fences. The receiver's fence comes before its look
// at the flag instead of after it, and so orders nothing.
// verdict: bug
// bug: data-race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int data;
static atomic_int ready;

static void *send(void *arg)
{
    data = 42; //~ data-race
    atomic_thread_fence(memory_order_release);
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    return arg;
}

static void *receive(void *arg)
{
    atomic_thread_fence(memory_order_acquire);
    if (atomic_load_explicit(&ready, memory_order_relaxed)) {
        assert(data == 42); //~ data-race
    }
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
