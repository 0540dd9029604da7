// Two threads take a lock, and back off by a function that has its state in a struct of theirs: it pauses, then yields, then sleeps, and begins anew.
// What the state is decides nothing else.
// verdict: ok
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>
#include <time.h>
#include <unistd.h>

#ifndef N
#define N 2
#endif

struct backoff { unsigned n, limit, round; };
struct visit { int number; struct backoff backoff; long entered; };

static atomic_int locked;
static int entered;

static void reset(struct backoff *b)
{
    b->n = 0;
    b->round++;
}

static void back_off(struct backoff *b)
{
    if (b->n < 3) {
        for (unsigned i = 0; i < 1u << b->n; i++) atomic_signal_fence(memory_order_seq_cst);
        b->n++;
    } else if (b->n < 5) {
        for (unsigned i = 0; i < b->n; i++) sched_yield();
        b->n++;
    } else if (b->n < b->limit) {
        usleep(b->n * 10);
        b->n++;
    } else {
        struct timespec pause = {0, b->n};
        nanosleep(&pause, NULL);
        reset(b);
    }
}

static void *enter(void *arg)
{
    struct visit visit = {1, {0, 7, 0}, 0};
    while (atomic_exchange(&locked, 1)) back_off(&visit.backoff);
    visit.entered += visit.number;
    entered += visit.entered;
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
