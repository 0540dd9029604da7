// A thread polls three flags, and yields in the usual ways: at every 16th look, after a few looks, and by a helper that pauses, then yields, then
// sleeps. How often it does decides nothing, so it waits. What it expects behind that is there only if it is written before the flags.
// verdict: bug
// bug: assertion
#define _DEFAULT_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

enum { LIMIT = 10 };

static atomic_int first, second, third, result;

static void *tell(void *arg)
{
#ifdef FIXED
    atomic_store(&result, 1);
#endif
    atomic_store(&first, 1);
    atomic_store(&second, 1);
    atomic_store(&third, 1);
    atomic_store(&result, 1);
    return arg;
}

static void back_off(unsigned spins)
{
    if (spins > 2 * LIMIT)
        usleep(spins);
    else if (spins > LIMIT)
        sched_yield();
    else
        __asm__ volatile("pause");
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, tell, NULL);
    unsigned looks = 0;
    while (!atomic_load(&first)) {
        if (++looks % 16 == 0) sched_yield();
    }
    int spins = 0;
    while (!atomic_load(&second)) {
        if (spins < LIMIT) {
            spins++;
            __asm__ volatile("pause");
        } else {
            sched_yield();
        }
    }
    for (unsigned failures = 0; !atomic_load(&third); failures++) back_off(failures);
    assert(atomic_load(&result) == 1); //~ assertion
    pthread_join(thread, NULL);
    return 0;
}
