// One thread stores 2 to x, N threads each try once to swap x from 2 to 3. Attempts before the store fail;
// after it the first one succeeds and the others fail. Either all of them come before (1 trace), or one of
// the N is the first after it and each of the others is before the store, or after the success: N * 2^(N - 1)
// + 1. Main only joins.
// verdict: ok
// check: --no-commute
// traces N=2: 5
// traces N=3: 13
// traces N=4: 33
// traces N=5: 81
// traces N=6: 193
// traces N=7: 449
// traces N=8: 1025
// traces N=9: 2305
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 3
#endif

static atomic_int x;

static void *store(void *arg)
{
    atomic_store(&x, 2);
    return arg;
}

static void *swap(void *arg)
{
    int two = 2;
    atomic_compare_exchange_strong(&x, &two, 3);
    return arg;
}

int main(void)
{
    pthread_t threads[N + 1];
    pthread_create(&threads[0], NULL, store, NULL);
    for (int i = 1; i <= N; i++) pthread_create(&threads[i], NULL, swap, NULL);
    for (int i = 0; i <= N; i++) pthread_join(threads[i], NULL);
    return 0;
}
