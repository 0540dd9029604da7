// Threads add to one counter and then to another one, each by compare-and-swap with retries. The orders at both counters count: N! of each. With failed
// attempts there would be 16 traces for 2 threads.
// verdict: ok
// traces N=2: 4
// traces N=3: 36
// check: --no-commute
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 2
#endif

static atomic_int first, second;

static void add_one(atomic_int *counter)
{
    int old = atomic_load(counter);
    while (!atomic_compare_exchange_strong(counter, &old, old + 1)) {
    }
}

static void *add(void *arg)
{
    add_one(&first);
    add_one(&second);
    return arg;
}

int main(void)
{
    pthread_t threads[N];
    for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, add, NULL);
    for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
    assert(atomic_load(&first) == N && atomic_load(&second) == N);
    return 0;
}
