// A ticket lock: draw a number, wait until it is called. Drawing is one read-modify-write. With N threads the
// tickets are drawn in N! orders, and everything else follows.
// verdict: ok
// traces: 6
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 3
#endif

static atomic_int next_ticket, now_serving;
static int counter;

static void *increment(void *arg)
{
    int ticket = atomic_fetch_add(&next_ticket, 1);
    while (atomic_load(&now_serving) != ticket) {
    }
    counter++;
    atomic_store(&now_serving, ticket + 1);
    return arg;
}

int main(void)
{
    pthread_t threads[N];
    for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, increment, NULL);
    for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
    assert(counter == N);
    return 0;
}
