// A thread counts itself in while it looks, and out again. Who sees the count in between may tell the thread later: such an iteration has left
// something behind.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int inside, other, told, stop;

static void *look(void *arg)
{
    while (!atomic_load(&stop)) {
        atomic_fetch_add(&inside, 1);
        atomic_load(&other);
        atomic_fetch_sub(&inside, 1);
    }
    assert(!atomic_load(&told)); //~ assertion
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, look, NULL);
#ifdef FIXED
    if (atomic_load(&inside) == 2)
#else
    if (atomic_load(&inside) == 1)
#endif
        atomic_store(&told, 1);
    atomic_store(&stop, 1);
    pthread_join(thread, NULL);
    return 0;
}
