// Two threads take a lock, and yield at every second failure, and one of them keeps it: the other yields for ever, which is a livelock.
// verdict: bug
// bug: livelock
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_flag taken = ATOMIC_FLAG_INIT;

static void *enter(void *arg)
{
    for (unsigned failures = 1; atomic_flag_test_and_set(&taken); failures++) { //~ livelock
        if (failures % 2 == 0) sched_yield();
    }
#ifndef FIXED
    if (arg) return arg;
#endif
    atomic_flag_clear(&taken);
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, enter, i ? &taken : NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}
