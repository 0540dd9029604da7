// The filter lock, Peterson's algorithm for N threads: each level holds one thread back. There are N - 1
// levels.
// verdict: ok
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define N 3
#define LEVELS (N - 1)

static atomic_int level[N]; // 0: not interested
static atomic_int victim[N];
static int entered;

static bool somebody_at(int rung, int self)
{
    for (int other = 0; other < N; other++) {
        if (other != self && atomic_load(&level[other]) >= rung) return true;
    }
    return false;
}

static void *enter(void *arg)
{
    int self = (int)(intptr_t)arg;
    for (int rung = 1; rung <= LEVELS; rung++) {
        atomic_store(&level[self], rung);
        atomic_store(&victim[rung], self);
        while (atomic_load(&victim[rung]) == self && somebody_at(rung, self)) {
        }
    }
    entered++;
    atomic_store(&level[self], 0);
    return NULL;
}

int main(void)
{
    pthread_t threads[N];
    for (intptr_t i = 0; i < N; i++) pthread_create(&threads[i], NULL, enter, (void *)i);
    for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
    assert(entered == N);
    return 0;
}
