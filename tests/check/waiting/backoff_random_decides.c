// A thread polls, and pauses for a random time after each look. Afterwards it looks at the state of the generator, and expects that this is as at first.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

static atomic_int ready;

static void *set(void *arg)
{
    atomic_store(&ready, 1);
    return arg;
}

static void pause_at_random(unsigned *seed)
{
    usleep(rand_r(seed) % 64);
    // It has few states.
    *seed %= 4;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, set, NULL);
    unsigned seed = 1;
    while (!atomic_load(&ready)) pause_at_random(&seed);
#ifndef FIXED
    assert(seed == 1); //~ assertion
#endif
    pthread_join(thread, NULL);
    return 0;
}
