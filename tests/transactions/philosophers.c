// N philosophers, who think for a nondeterministic time and eat forever. What a fork guards is accessed by the philosopher that holds it;
// each takes the lower-numbered fork first. With BUG, main relies on what it has read in an earlier critical section. With CIRCULAR, each
// begins with the fork on its left, and all may starve.
// check -DN=3: ok
// check -DN=3 -DBUG: assertion
// check -DN=3 -DCIRCULAR --also=deadlocks: deadlock
#include <mazurka.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 4
#endif

static pthread_mutex_t forks[N];
// Who eats with a fork.
static int user[N];
static pthread_mutex_t kitchen = PTHREAD_MUTEX_INITIALIZER;
static bool is_full[N];

static void think(void)
{
    while (mz_choose(2)) {
    }
}

static void eat(int self, int left, int right)
{
    mz_assert(user[left] == 0 && user[right] == 0);
    user[left] = user[right] = self + 1;
    pthread_mutex_lock(&kitchen);
    is_full[self] = !is_full[self];
    mz_assert(is_full[self] <= 1);
    pthread_mutex_unlock(&kitchen);
    mz_assert(user[left] == self + 1 && user[right] == self + 1);
    user[left] = user[right] = 0;
}

static void *dine(void *arg)
{
    int self = (int)(intptr_t)arg, left = self, right = (self + 1) % N;
#ifdef CIRCULAR
    int first = left, second = right;
#else
    int first = left < right ? left : right, second = left < right ? right : left;
#endif
    while (true) {
        think();
        pthread_mutex_lock(&forks[first]);
        pthread_mutex_lock(&forks[second]);
        eat(self, left, right);
        pthread_mutex_unlock(&forks[second]);
        pthread_mutex_unlock(&forks[first]);
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[N];
    for (intptr_t i = 0; i < N; i++) pthread_create(&threads[i], NULL, dine, (void *)i);
#ifdef BUG
    pthread_mutex_lock(&kitchen);
    bool was_full = is_full[0];
    pthread_mutex_unlock(&kitchen);
    pthread_mutex_lock(&kitchen);
    mz_assert(was_full || !is_full[0]);
    pthread_mutex_unlock(&kitchen);
#endif
    for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
    return 0;
}
