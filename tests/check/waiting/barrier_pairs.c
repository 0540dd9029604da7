// Four threads meet at a barrier for two: which threads meet can be seen. One of them expects to be in the first pair.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_barrier_t barrier;
static atomic_int passed;

static void *meet(void *arg)
{
    pthread_barrier_wait(&barrier);
    atomic_fetch_add(&passed, 1);
    return arg;
}

int main(void)
{
    pthread_t threads[3];
    pthread_barrier_init(&barrier, NULL, 2);
    for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, meet, NULL);
    int before = atomic_load(&passed);
    pthread_barrier_wait(&barrier);
#ifdef FIXED
    assert(before <= 2);
#else
    assert(before == 0); //~ assertion
#endif
    for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
    return 0;
}
