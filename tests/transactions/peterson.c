// Peterson's algorithm for two threads as predicate abstraction leaves it: the shared variables are concrete, and all other work is loops
// that end nondeterministically. No lock protects the data of the critical section. With BUG, a thread gives way before it announces itself.
// check: ok
// check -DBUG: assertion
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static atomic_bool wants[2];
static atomic_int turn;
static atomic_int inside;

static bool unknown(void)
{
    return mz_choose(2);
}

static void elsewhere(void)
{
    int step = 0;
    while (unknown()) step = (step + 1) % 3;
}

static void lock(int self)
{
    int other = 1 - self;
#ifdef BUG
    turn = other;
    wants[self] = true;
#else
    wants[self] = true;
    turn = other;
#endif
    while (wants[other] && turn == other) elsewhere();
}

static void unlock(int self)
{
    wants[self] = false;
}

static void *enter(void *arg)
{
    int self = (int)(intptr_t)arg;
    while (true) {
        elsewhere();
        lock(self);
        inside++;
        elsewhere();
        mz_assert(inside == 1);
        inside--;
        unlock(self);
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    for (intptr_t i = 0; i < 2; i++) pthread_create(&threads[i], NULL, enter, (void *)i);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}
