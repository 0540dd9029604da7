// Two threads take a test-and-test-and-set lock, and pause longer after each failure, up to a limit. How long they pause decides nothing.
// verdict: ok
// check: --no-commute
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 2
#endif

static atomic_int locked;
static int entered;

static void *enter(void *arg)
{
    unsigned pause = 1;
    for (;;) {
        if (!atomic_load(&locked) && !atomic_exchange(&locked, 1)) break;
        for (unsigned i = 0; i < pause; i++) atomic_signal_fence(memory_order_seq_cst);
        if (pause < 1024) pause *= 2;
    }
    entered++;
    atomic_store(&locked, 0);
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
