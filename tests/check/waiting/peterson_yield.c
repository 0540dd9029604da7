// Peterson's mutual exclusion, with a yield between two looks at the other's flag and the turn. Who offers the turn before it says that it is
// interested lets both in.
// verdict: bug
// bug: data-race
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

static atomic_int interested[2], turn;
static int entered;

static void *enter(void *arg)
{
    int self = (int)(intptr_t)arg, other = 1 - self;
#ifdef FIXED
    atomic_store(&interested[self], 1);
    atomic_store(&turn, other);
#else
    atomic_store(&turn, other);
    atomic_store(&interested[self], 1);
#endif
    while (atomic_load(&interested[other]) && atomic_load(&turn) == other) sched_yield();
    entered++; //~ data-race
    atomic_store(&interested[self], 0);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, enter, (void *)(intptr_t)i);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    assert(entered == 2);
    return 0;
}
