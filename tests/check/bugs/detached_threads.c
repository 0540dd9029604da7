// Main starts two threads, detaches them, and returns. They keep running, and the second relies on the first
// having come first.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int turn;

static void *first(void *arg)
{
    atomic_store(&turn, 1);
    return arg;
}

static void *second(void *arg)
{
    assert(atomic_load(&turn) == 1); //~ assertion
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, first, NULL);
    pthread_create(&threads[1], NULL, second, NULL);
    pthread_detach(threads[0]);
    pthread_detach(threads[1]);
    return 0;
}
