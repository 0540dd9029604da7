// N threads meet at a barrier. The order in which they arrive counts, because the last one gets another result;
// the order in which they continue does not: N!.
// verdict: ok
// traces N=2: 2
// traces N=3: 6
// traces N=5: 120
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 3
#endif

static pthread_barrier_t barrier;
static _Atomic(pthread_t) last;

static void *meet(void *arg)
{
    if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) atomic_store(&last, pthread_self());
    return arg;
}

int main(void)
{
    pthread_t threads[N];
    pthread_barrier_init(&barrier, NULL, N);
    for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, meet, NULL);
    for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
    int found = 0;
    for (int i = 0; i < N; i++) found += pthread_equal(threads[i], atomic_load(&last)) != 0;
    assert(found == 1);
    pthread_barrier_destroy(&barrier);
    return 0;
}
