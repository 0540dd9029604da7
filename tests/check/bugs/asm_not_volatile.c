// Two threads increment a counter in assembly that is neither volatile nor locks: the accesses are plain ones, and race.
// verdict: bug
// bug: data-race
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int counter;

static void *increment(void *arg)
{
    __asm__("incl %0" : "+m"(counter)::"cc"); //~ data-race
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
