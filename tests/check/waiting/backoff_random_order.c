// Two threads pause for a random time, and one of them keeps a number of the same generator, which depends on whether the other one has drawn before. It
// expects that this is the first number.
// verdict: bug
// bug: assertion
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

#define FIRST 1804289383

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
    assert(rand() != FIRST);
#else
    assert(rand() == FIRST); //~ assertion
    pthread_join(thread, NULL);
#endif
    return 0;
}
