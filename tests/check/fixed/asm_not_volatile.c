// Two threads increment a counter in assembly that locks: it is atomic, even if it is not volatile.
// verdict: ok
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int counter;

static void *increment(void *arg)
{
    __asm__("lock; incl %0" : "+m"(counter)::"cc");
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, increment, NULL);
    increment(NULL);
    pthread_join(thread, NULL);
    assert(counter == 2);
    return 0;
}
