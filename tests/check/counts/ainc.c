// N threads, one atomic increment each. Increments do not commute here, so every order is a trace of its own:
// N!. Main reads the sum after joining, when all increments happen before the read: no further traces.
// verdict: ok
// check: --no-commute
// traces N=2: 2
// traces N=3: 6
// traces N=5: 120
// traces N=7: 5040
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 5
#endif

static atomic_int sum;

static void *increment(void *arg)
{
    atomic_fetch_add(&sum, 1);
    return arg;
}

int main(void)
{
    pthread_t threads[N];
    for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, increment, NULL);
    for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
    assert(atomic_load(&sum) == N);
    return 0;
}
