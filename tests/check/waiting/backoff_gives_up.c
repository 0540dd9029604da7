// Two threads count their failures, and after two of them enter without the lock: here the counter decides more than a pause.
// verdict: bug
// bug: data-race
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int locked;
static int entered;

static void *enter(void *arg)
{
    for (int failures = 0; atomic_exchange(&locked, 1); failures++) {
#ifdef FIXED
        if (failures == 2) return arg;
#else
        if (failures == 2) break;
#endif
        sched_yield();
    }
    entered++; //~ data-race
    atomic_store(&locked, 0);
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, enter, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return entered == 0;
}
