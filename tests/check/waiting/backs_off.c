// A thread polls a flag and backs off: it pauses longer every time, then it sleeps longer every time. How long it does decides nothing, so
// both loops wait. What it expects behind them is there only if the other thread writes before it tells.
// verdict: bug
// bug: assertion
#define _DEFAULT_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

static atomic_int first, second, result;

static void *tell(void *arg)
{
#ifdef FIXED
    atomic_store(&result, 1);
#endif
    atomic_store(&first, 1);
    atomic_store(&second, 1);
    atomic_store(&result, 1);
    return arg;
}

static void pause_for(int rounds)
{
    for (int i = 0; i < rounds; i++) __asm__ volatile("pause");
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, tell, NULL);
    int delay = 1;
    size_t longer = 1;
    while (!atomic_load(&first)) {
        for (int i = 0; i < delay; i++) __asm__ volatile("pause");
        for (int i = 0; i < delay * delay; i++) __asm__ volatile("pause");
        for (size_t i = longer; i > 0; i--) __asm__ volatile("pause");
        pause_for(4);
        delay++;
        longer = longer * 3 / 2 + 1;
    }
    unsigned microseconds = 1;
    while (!atomic_load(&second)) {
        usleep(microseconds);
        microseconds += 3;
    }
    assert(atomic_load(&result) == 1); //~ assertion
    pthread_join(thread, NULL);
    return 0;
}
