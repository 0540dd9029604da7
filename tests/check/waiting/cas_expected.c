// N threads add one by compare-and-swap. A failed attempt says what it has found, and the thread tries again with that: 4 traces for 2 threads and 48 for
// 3 if failed attempts count, or without them N!.
// verdict: ok
// traces N=2: 2
// traces N=3: 6
// traces N=4: 24
// check: --no-commute
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 3
#endif

static atomic_int counter;

static void *add(void *arg)
{
    int old = atomic_load(&counter);
    while (!atomic_compare_exchange_weak(&counter, &old, old + 1)) {
    }
    return arg;
}

int main(void)
{
    pthread_t threads[N];
    for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, add, NULL);
    for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
    assert(atomic_load(&counter) == N);
    return 0;
}
