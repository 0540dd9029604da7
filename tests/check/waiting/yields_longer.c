// A thread polls two flags and yields longer each time, in a loop and in a function that is told how often; then it polls two at once, and sleeps. How
// long it pauses decides nothing, so it waits. What it expects behind that is there only if it is written before the flags.
// verdict: bug
// bug: assertion
#define _DEFAULT_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

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

static void back_off(int rounds)
{
    for (int i = 0; i < rounds; i++) sched_yield();
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, tell, NULL);
    for (int n = 1; !atomic_load(&first); n *= 2) {
        for (int i = 0; i < n; i++) sched_yield();
    }
    for (int n = 1; !atomic_load(&second); n = n < 64 ? n * 2 : n) back_off(n);
    for (unsigned n = 1; !atomic_load(&first) || !atomic_load(&third); n = 2 * n + 1) {
        if (n > 3) {
            for (unsigned i = 0; i < n; i++) usleep(n);
        } else {
            sched_yield();
        }
    }
    assert(atomic_load(&result) == 1); //~ assertion
    pthread_join(thread, NULL);
    return 0;
}
