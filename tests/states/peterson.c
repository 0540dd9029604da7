// Peterson's filter lock for N threads, again and again: to enter, a thread passes N - 1 levels, and on each of them
// the last to come waits as long as another thread is on this level or above.
// states: 2688
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 3
#endif

static atomic_int level[N], last[N], inside;

static int may_pass(int self, int at)
{
    for (int other = 0; other < N; other++) {
        if (other != self && atomic_load(&level[other]) >= at && atomic_load(&last[at]) == self) return 0;
    }
    return 1;
}

static void *enter(void *arg)
{
    int self = (int)(intptr_t)arg;
    while (1) {
        for (int at = 1; at < N; at++) {
            atomic_store(&level[self], at);
            atomic_store(&last[at], self);
            while (!may_pass(self, at)) {
            }
        }
        assert(atomic_exchange(&inside, 1) == 0);
        atomic_store(&inside, 0);
        atomic_store(&level[self], 0);
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[N];
    for (intptr_t i = 1; i < N; i++) pthread_create(&threads[i], NULL, enter, (void *)i);
    enter((void *)0);
    return 0;
}
