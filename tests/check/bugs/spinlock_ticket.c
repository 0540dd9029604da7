// A ticket lock: draw a number, wait until it is called. Drawing is a load and a store: two threads can draw
// the same number. Then either both enter, or the number is called and done with before the second one looks,
// which waits forever.
// verdict: bug
// bug: data-race
// bug: livelock | deadlock
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 2
#endif

static atomic_int next_ticket, now_serving;
static int counter;

static void *increment(void *arg)
{
    int ticket = atomic_load(&next_ticket);
    atomic_store(&next_ticket, ticket + 1);
    while (atomic_load(&now_serving) != ticket) {
    }
    counter++; //~ data-race
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
