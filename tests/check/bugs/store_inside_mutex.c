// A thread unlocks a mutex that it does not hold: an error that an error-checking mutex reports, and misuse of
// any other. Main makes the mutex an error-checking one, by a store into the middle of it, when the thread
// already runs. Traces: the store before the unlock, and after it.
// verdict: bug
// bug: mutex-misuse
// check: --races allow
// traces: 2
#include <pthread.h>
#include <stddef.h>

#define KIND 4 /* the fifth int of a mutex */
#define ERROR_CHECKING 2

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *unlock(void *arg)
{
    pthread_mutex_unlock(&mutex); //~ mutex-misuse
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, unlock, NULL);
    ((int *)&mutex)[KIND] = ERROR_CHECKING;
    pthread_join(thread, NULL);
    return 0;
}
