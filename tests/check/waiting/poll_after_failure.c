// A thread fails before it sets what another one polls for under a lock. That the other one polls for ever is no bug of its own: it would not, had the
// thread not failed.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int ready;

static void *set(void *arg)
{
    assert(arg != NULL); //~ assertion
    pthread_mutex_lock(&mutex);
    ready = 1;
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void)
{
    pthread_t thread;
    int seen = 0;
#ifdef FIXED
    pthread_create(&thread, NULL, set, &thread);
#else
    pthread_create(&thread, NULL, set, NULL);
#endif
    while (!seen) {
        pthread_mutex_lock(&mutex);
        seen = ready;
        pthread_mutex_unlock(&mutex);
    }
    pthread_join(thread, NULL);
    return 0;
}
