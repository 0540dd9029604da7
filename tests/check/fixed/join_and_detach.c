// A worker is detached by its supervisor, and no thread waits for its end.
// verdict: ok
#include <pthread.h>
#include <stddef.h>

static pthread_t worker;

static void *work(void *arg)
{
    return arg;
}

static void *supervise(void *arg)
{
    pthread_detach(worker);
    return arg;
}

int main(void)
{
    pthread_t supervisor;
    pthread_create(&worker, NULL, work, NULL);
    pthread_create(&supervisor, NULL, supervise, NULL);
    pthread_join(supervisor, NULL);
    return 0;
}
