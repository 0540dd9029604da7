// Two threads poll a flag, and count their looks in one variable. That nothing reads it does not order them.
// verdict: bug
// bug: data-race
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int ready;
#ifdef FIXED
static atomic_long looks;
#else
static long looks;
#endif

static void *wait_for_it(void *arg)
{
    while (!atomic_load(&ready)) looks++; //~ data-race
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, wait_for_it, NULL);
    atomic_store(&ready, 1);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}
