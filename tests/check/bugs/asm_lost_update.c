// Two threads increment a counter in assembly, and the second one forgets `lock`: an update can be lost. Accesses in assembly are
// atomic, each for itself, so there is no data race.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int counter;

static void *increment(void *arg)
{
    int one = 1;
    __asm__ __volatile__("lock; xaddl %0, %1" : "+r"(one), "+m"(counter)::"memory", "cc");
    return arg;
}

static void *increment_unlocked(void *arg)
{
    int one = 1;
    __asm__ __volatile__("xaddl %0, %1" : "+r"(one), "+m"(counter)::"memory", "cc");
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, increment, NULL);
    pthread_create(&threads[1], NULL, increment_unlocked, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    assert(counter == 2); //~ assertion
    return 0;
}
