// A thread looks under a lock for what is never there, and yields 9999 times longer after each look: it does so for ever.
// verdict: bug
// bug: livelock
#include <pthread.h>
#include <sched.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int ready;

static int look(void)
{
    pthread_mutex_lock(&mutex);
    int found = ready;
    pthread_mutex_unlock(&mutex);
    return found;
}

static void *wait_for_it(void *arg)
{
    for (unsigned n = 1; look() != 1; n *= 9999) {
        for (unsigned i = 0; i < n; i++) sched_yield();
    }
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, wait_for_it, NULL);
    pthread_mutex_lock(&mutex);
#ifdef FIXED
    ready = 1;
#else
    ready = 2;
#endif
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
    return 0;
}
