// Two threads poll a flag, and each writes the same to one variable as long as it is not set. Iterations that change nothing are waits, and still
// they race.
// verdict: bug
// bug: data-race
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int ready;
static int idle;

static void *wait_for_it(void *arg)
{
    while (!atomic_load(&ready)) {
#ifdef FIXED
        if (idle) break;
#else
        idle = 0; //~ data-race
#endif
    }
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
