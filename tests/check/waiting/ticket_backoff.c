// N threads take a ticket lock, and pause in proportion to how many are before them: N! traces.
// verdict: ok
// check: --no-commute
// traces N=2: 2
// traces N=3: 6
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 2
#endif

static atomic_int next_ticket, now_serving;
static int entered;

static void *enter(void *arg)
{
    int ticket = atomic_fetch_add(&next_ticket, 1), before;
    while ((before = ticket - atomic_load(&now_serving)) != 0) {
        for (int i = 0; i < before; i++) sched_yield();
    }
    entered++;
    atomic_fetch_add(&now_serving, 1);
    return arg;
}

int main(void)
{
    pthread_t threads[N];
    for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, enter, NULL);
    for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
    assert(entered == N);
    return 0;
}
