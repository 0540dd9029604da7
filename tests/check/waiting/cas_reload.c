// N threads add one by compare-and-swap, and load again after each failure. With every failed attempt as an operation of its own there are 4 traces
// for 2 threads and 60 for 3. A failed attempt leads to where the thread would be had it loaded later: without them there are N!.
// verdict: ok
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
    int old;
    do {
        old = atomic_load(&counter);
    } while (!atomic_compare_exchange_strong(&counter, &old, old + 1));
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
