// Main destroys a mutex when the worker is done. Main joins the worker first.
// verdict: ok
// traces: 1
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int done;

static void *work(void *arg)
{
    pthread_mutex_lock(&mutex);
    atomic_store(&done, 1);
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    pthread_join(worker, NULL);
    pthread_mutex_destroy(&mutex);
    return 0;
}
