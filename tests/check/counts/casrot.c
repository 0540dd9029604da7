// Threads i = 1 ... N, each tries once to advance x from i - 1 to i. A failed compare-and-swap is a read, so
// failures next to each other commute. Main only joins.
// verdict: ok
// check: --no-commute
// traces N=2: 2
// traces N=3: 5
// traces N=4: 14
// traces N=5: 43
// traces N=6: 144
// traces N=7: 523
// traces N=8: 2048
// traces N=9: 8597
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 5
#endif

static atomic_int x;

static void *advance(void *arg)
{
    int i = (int)(intptr_t)arg, previous = i - 1;
    atomic_compare_exchange_strong(&x, &previous, i);
    return NULL;
}

int main(void)
{
    pthread_t threads[N];
    for (intptr_t i = 1; i <= N; i++) pthread_create(&threads[i - 1], NULL, advance, (void *)i);
    for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
    return 0;
}
