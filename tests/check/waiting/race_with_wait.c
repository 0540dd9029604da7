// A thread polls a flag and writes zero to a variable meanwhile. What another thread writes there, without synchronisation, makes an iteration
// without effect one that has one.
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
        idle = 0; //~ data-race
    }
    return arg;
}

static void *disturb(void *arg)
{
#ifndef FIXED
    idle = 2; //~ data-race
#endif
    return arg;
}

int main(void)
{
    pthread_t waiting, disturbing;
    pthread_create(&waiting, NULL, wait_for_it, NULL);
    pthread_create(&disturbing, NULL, disturb, NULL);
    pthread_join(disturbing, NULL);
    atomic_store(&ready, 1);
    pthread_join(waiting, NULL);
    return idle == 1;
}
