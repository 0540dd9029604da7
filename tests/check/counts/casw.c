// N threads: each swaps x from 0 to 1 if it can, then stores a value of its own (never 0) to x. A failed
// compare-and-swap is a read. Main only joins. With at most 0, 1, 2, 3, 4, 5 preemptions, 120, 1320, 6720,
// 18720, 30000, 32880 traces of casw(5) have an execution.
// verdict: ok
// check: --no-commute
// traces N=2: 6
// traces N=3: 66
// traces N=4: 1200
// traces N=5: 32880
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 3
#endif

static atomic_int x;

static void *swap_and_store(void *arg)
{
    int zero = 0;
    atomic_compare_exchange_strong(&x, &zero, 1);
    atomic_store(&x, (int)(intptr_t)arg);
    return NULL;
}

int main(void)
{
    pthread_t threads[N];
    for (intptr_t i = 0; i < N; i++) pthread_create(&threads[i], NULL, swap_and_store, (void *)(i + 2));
    for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
    return 0;
}
