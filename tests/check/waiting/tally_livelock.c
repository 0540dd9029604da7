// A thread waits for a flag that is never set, and counts its looks.
// verdict: bug
// bug: livelock
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int ready;
static long looks;

static void *set(void *arg)
{
#ifdef FIXED
    atomic_store(&ready, 1);
#endif
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, set, NULL);
    while (!atomic_load(&ready)) looks++; //~ livelock
    pthread_join(thread, NULL);
    return 0;
}
