// A thread draws a number at random through a pointer to the function, which decides what it expects of it; the other one only pauses for such a time.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

#define FIRST 1804289383

static int (*volatile drawn_by)(void) = rand;

static void *draw(void *arg)
{
    usleep(rand() % 64);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, draw, NULL);
#ifdef FIXED
    pthread_join(thread, NULL);
    assert(drawn_by() != FIRST);
#else
    assert(drawn_by() == FIRST); //~ assertion
    pthread_join(thread, NULL);
#endif
    return 0;
}
