// Two threads take a test-and-test-and-set lock once each: look until it is free, then swap, and if that came too late
// look again. Let the first thread be the one to swap first. The second one looks after the first has unlocked (1 trace). That it
// looks before the first swaps, and swaps after the unlock, need not be explored: it could have looked later. Neither need be that
// it swaps while the lock is taken, and looks again. By symmetry 2 traces.
// verdict: ok
// traces: 2
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int locked;
static int inside;

static void *enter(void *arg)
{
    do {
        while (atomic_load(&locked)) {
        }
    } while (atomic_exchange(&locked, 1));
    inside++;
    atomic_store(&locked, 0);
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, enter, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return inside - 2;
}
