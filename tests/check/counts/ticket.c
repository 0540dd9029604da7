// N threads take a ticket lock once each. The order of the draws decides which thread enters when; reading the
// counter in vain is waiting, not an operation. N! traces, as with a mutex (lockinc.c).
// verdict: ok
// check: --no-commute
// traces N=2: 2
// traces N=3: 6
// traces N=4: 24
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 3
#endif

static atomic_int next_ticket, now_serving;
static int inside;

static void *enter(void *arg)
{
    int ticket = atomic_fetch_add(&next_ticket, 1);
    while (atomic_load(&now_serving) != ticket) {
    }
    inside++;
    atomic_store(&now_serving, ticket + 1);
    return arg;
}

int main(void)
{
    pthread_t threads[N];
    for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, enter, NULL);
    for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
    return inside - N;
}
