// Main destroys a mutex when the worker is done. The worker says that it is done while it still holds the
// mutex. Nothing orders the unlock and the destruction.
// verdict: bug
// bug: mutex-misuse
// bug: data-race
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int done;

static void *work(void *arg)
{
    pthread_mutex_lock(&mutex);
    atomic_store(&done, 1);
    pthread_mutex_unlock(&mutex); //~ data-race
    return arg;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    while (!atomic_load(&done)) {
    }
    pthread_mutex_destroy(&mutex); //~ mutex-misuse | data-race
    pthread_join(worker, NULL);
    return 0;
}
