// N threads, each increments first one and then another atomic counter. Every order of the increments of x
// goes with every order of those of y (let all of x come first): (N!)^2. Main reads the sums after joining,
// which adds no traces.
// verdict: ok
// check: --no-commute
// traces N=2: 4
// traces N=3: 36
// traces N=4: 576
// traces N=5: 14400
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 3
#endif

static atomic_int x, y;

static void *increment_both(void *arg)
{
    atomic_fetch_add(&x, 1);
    atomic_fetch_add(&y, 1);
    return arg;
}

int main(void)
{
    pthread_t threads[N];
    for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, increment_both, NULL);
    for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
    assert(atomic_load(&x) == N && atomic_load(&y) == N);
    return 0;
}
