// A thread unlocks a mutex that it does not hold, which an error-checking mutex reports as an error. Main makes
// the mutex an error-checking one before the thread runs.
// verdict: ok
// check: --races allow
// traces: 1
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

#define KIND 4 /* the fifth int of a mutex */
#define ERROR_CHECKING 2

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *unlock(void *arg)
{
    int error = pthread_mutex_unlock(&mutex);
    assert(error == EPERM);
    return arg;
}

int main(void)
{
    pthread_t thread;
    ((int *)&mutex)[KIND] = ERROR_CHECKING;
    pthread_create(&thread, NULL, unlock, NULL);
    pthread_join(thread, NULL);
    return 0;
}
