// A thread yields three times before its first look, and longer before each other one: what follows these yields is explored, though they decide nothing.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int ready, result;

static void *tell(void *arg)
{
#ifdef FIXED
    atomic_store(&result, 1);
#endif
    atomic_store(&ready, 1);
    atomic_store(&result, 1);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, tell, NULL);
    int n = 3;
    do {
        for (int i = 0; i < n; i++) sched_yield();
        n *= 2;
    } while (!atomic_load(&ready));
    assert(atomic_load(&result) == 1); //~ assertion
    pthread_join(thread, NULL);
    return 0;
}
