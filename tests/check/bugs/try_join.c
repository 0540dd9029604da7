// A thread that asks only once whether another has ended may be too early.
// verdict: bug
// bug: assertion
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static void *work(void *arg)
{
    return arg;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    assert(pthread_tryjoin_np(worker, NULL) == 0); //~ assertion
    return 0;
}
