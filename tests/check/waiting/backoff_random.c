// Two threads take a lock, and pause for a random time after each failure: sleep, yield or spin. Each has its own state of the generator, which is
// changed by functions that are given its address, and decides nothing else.
// verdict: ok
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

#ifndef N
#define N 2
#endif

struct backoff { unsigned seed, own; int limit; };

static atomic_int locked;
static int entered;

static unsigned next(unsigned *own)
{
    *own ^= *own << 13;
    *own ^= *own >> 17;
    return *own ^= *own << 5;
}

static void back_off(struct backoff *b)
{
    if (b->limit < 64) {
        b->limit *= 2;
        usleep(rand_r(&b->seed) & (b->limit - 1));
    } else if (next(&b->own) % 4 == 0) {
        sched_yield();
    } else {
        for (unsigned i = next(&b->own) % 8; i > 0; i--) atomic_signal_fence(memory_order_seq_cst);
    }
}

static void *enter(void *arg)
{
    struct backoff b = {1, 12345, 1};
    unsigned seed = 2;
    while (atomic_exchange(&locked, 1)) {
        back_off(&b);
        usleep(rand_r(&seed) % 64);
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
