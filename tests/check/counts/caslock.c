// N threads take a lock by compare-and-swap once each. An attempt in vain is waiting. N! traces, as with a mutex.
// verdict: ok
// traces N=2: 2
// traces N=3: 6
// traces N=4: 24
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 3
#endif

static atomic_int locked;
static int inside;

static void *enter(void *arg)
{
    for (int expected = 0; !atomic_compare_exchange_weak(&locked, &expected, 1); expected = 0) {
    }
    inside++;
    atomic_store(&locked, 0);
    return arg;
}

int main(void)
{
    pthread_t threads[N];
    for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, enter, NULL);
    for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
    return inside - N;
}
