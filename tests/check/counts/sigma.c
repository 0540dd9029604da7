// Main advances a shared index (a load and a store) before it creates each of N threads; each thread sets the
// element that the index names when the thread gets to read it. Threads with the same index race for one
// element. Count from the last thread to the first: the k-th of them (from 0) can read k + 1 different
// values, and within one value it comes before or after each of the threads that read it, too: 2k + 1
// possibilities, in all 1 * 3 * 5 * ... * (2N - 1). Main reads the array after joining, which adds no traces.
// verdict: ok
// check: --no-commute
// traces N=2: 3
// traces N=3: 15
// traces N=4: 105
// traces N=5: 945
// traces N=6: 10395
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 4
#endif

static atomic_int array[N + 1];
static atomic_int array_index;

static void *set_one(void *arg)
{
    atomic_store(&array[atomic_load(&array_index)], 1);
    return arg;
}

int main(void)
{
    pthread_t threads[N];
    for (int t = 0; t < N; t++) {
        atomic_store(&array_index, atomic_load(&array_index) + 1);
        pthread_create(&threads[t], NULL, set_one, NULL);
    }
    for (int t = 0; t < N; t++) pthread_join(threads[t], NULL);
    int sum = 0;
    for (int t = 0; t <= N; t++) sum += atomic_load(&array[t]);
    assert(1 <= sum && sum <= N);
    return 0;
}
