// A thread polls a flag, and counts its looks in a global variable that nothing reads: an iteration leaves nothing behind.
// verdict: ok
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int ready;
static long looks = 1, total = 5;

static void *set(void *arg)
{
    atomic_store(&ready, 1);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, set, NULL);
    while (!atomic_load(&ready)) {
        looks++;
        total += looks / 3;
    }
    pthread_join(thread, NULL);
    return 0;
}
