// Two threads take a lock, and pause for twice as long after each failure, by a function that is given the address of how long.
// verdict: ok
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 2
#endif

static atomic_int locked;
static int entered;

static void back_off(unsigned *count)
{
    unsigned ceiling = *count;
    for (volatile unsigned i = 0; i < ceiling; i++) ;
    *count = ceiling << (ceiling < 1024);
}

static void *enter(void *arg)
{
    unsigned count = 16;
    while (atomic_exchange(&locked, 1)) back_off(&count);
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
