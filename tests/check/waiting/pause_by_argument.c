// A thread polls a flag and pauses longer each time, by functions that are told how long. What it expects behind that is there only if the other thread
// writes before it tells.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

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

static void pause_at_least(int rounds)
{
    pause_for(rounds < 4 ? 4 : rounds);
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, tell, NULL);
    for (int delay = 1; !atomic_load(&first); delay++) pause_for(delay);
    for (int delay = 1; !atomic_load(&second); delay *= 2) pause_at_least(delay);
    assert(atomic_load(&result) == 1); //~ assertion
    pthread_join(thread, NULL);
    return 0;
}
