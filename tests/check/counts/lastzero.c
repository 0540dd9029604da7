// A reader scans an array downwards for the last zero while N writers each compute an element from its left
// neighbour. Which elements are read depends on the interleaving, which is what makes source sets alone start
// executions that turn out redundant: 97 for N = 5, of which 33 are blocked by sleep sets. The traces are (N
// + 3) * 2^(N - 2). Main only joins, which adds none.
// verdict: ok
// check: --no-commute
// traces N=1: 2
// traces N=2: 5
// traces N=3: 12
// traces N=4: 28
// traces N=5: 64
// traces N=10: 3328
// traces N=12: 15360
// traces N=15: 147456
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 5
#endif

static atomic_int array[N + 1];

static void *scan(void *arg)
{
    int i = N;
    while (atomic_load(&array[i]) != 0) i--;
    assert(i >= 0); // array[0] stays zero
    return arg;
}

static void *write_one(void *arg)
{
    intptr_t j = (intptr_t)arg;
    atomic_store(&array[j], atomic_load(&array[j - 1]) + 1);
    return NULL;
}

int main(void)
{
    pthread_t threads[N + 1];
    pthread_create(&threads[0], NULL, scan, NULL);
    for (intptr_t j = 1; j <= N; j++) pthread_create(&threads[j], NULL, write_one, (void *)j);
    for (int i = 0; i <= N; i++) pthread_join(threads[i], NULL);
    return 0;
}
