// A thread gives up its reference after another one has, as a flag shows, and so acquires what that one has written, although
// neither takes the last.
// verdict: ok
// check: -O1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int references = 3, flag;
static int data;

static void *first(void *arg) {
    data = 1;
    if (atomic_fetch_sub(&references, 1) == 1)
        data = 2;
    atomic_store_explicit(&flag, 1, memory_order_release);
    return arg;
}

static void *second(void *arg) {
    if (!atomic_load_explicit(&flag, memory_order_relaxed))
        return arg;
    if (atomic_fetch_sub(&references, 1) == 1)
        return arg;
    assert(data == 1);
    return arg;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], 0, first, 0);
    pthread_create(&threads[1], 0, second, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    return 0;
}
