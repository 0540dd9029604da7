// A thread polls under a lock. Another one finds the lock taken, says so, and a third iteration of the first sees that: the iteration that found nothing has
// had an effect, though it has changed nothing.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
static int was_taken, is_done;

static void *try_it(void *arg)
{
#ifdef FIXED
    int taken = pthread_mutex_lock(&mutex);
#else
    int taken = pthread_mutex_trylock(&mutex);
#endif
    if (!taken) pthread_mutex_unlock(&mutex);
    pthread_mutex_lock(&other);
    was_taken = taken;
    is_done = 1;
    pthread_mutex_unlock(&other);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, try_it, NULL);
    for (;;) {
        pthread_mutex_lock(&mutex);
        pthread_mutex_unlock(&mutex);
        pthread_mutex_lock(&other);
        int done = is_done, taken = was_taken;
        pthread_mutex_unlock(&other);
        assert(!taken); //~ assertion
        if (done) break;
    }
    pthread_join(thread, NULL);
    return 0;
}
