// Two threads increment a counter in assembly, with `lock`, in three ways: no update is lost.
// verdict: ok
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int counter;

static void *increment(void *arg)
{
    int one = 1;
    __asm__ __volatile__("lock; xaddl %0, %1" : "+r"(one), "+m"(counter)::"memory", "cc");
    __asm__ __volatile__("lock; incl %0" : "+m"(counter)::"memory", "cc");
    __asm__ __volatile__("lock; addl %1, %0" : "+m"(counter) : "ir"(2) : "memory", "cc");
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, increment, NULL);
    pthread_create(&threads[1], NULL, increment, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    assert(counter == 8);
    return 0;
}
