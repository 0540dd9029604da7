// Two threads are late for what is initialised once: that is not a lock, so they take one for what they do next. A
// thread may be cancelled, so that the initialiser may be given up.
// verdict: ok
#include <pthread.h>
#include <stddef.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int initialised, uses;

static void initialise(void) { initialised = 1; }

static void *use(void *arg)
{
    pthread_once(&once, initialise);
    pthread_mutex_lock(&lock);
    uses += initialised;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    pthread_once(&once, initialise);
    pthread_create(&threads[0], NULL, use, NULL);
    pthread_create(&threads[1], NULL, use, NULL);
    if (initialised > 1)
        pthread_cancel(threads[0]);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
