// No thread sees what the worker does, but main asks whether it has ended: both answers are possible.
// verdict: ok
#define _GNU_SOURCE
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
    if (pthread_tryjoin_np(worker, NULL) != 0)
        pthread_join(worker, NULL);
    return 0;
}
