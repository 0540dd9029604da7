// A thread polls under a lock for a value, yields, and looks again. It waits for one that is never there: a livelock, though it takes and gives back a
// lock in every iteration.
// verdict: bug
// bug: livelock
#include <pthread.h>
#include <sched.h>
#include <stddef.h>

#ifdef FIXED
#define READY 1
#else
#define READY 2
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int ready;

static void *set(void *arg)
{
    pthread_mutex_lock(&mutex);
    ready = 1;
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, set, NULL);
    for (;;) {
        pthread_mutex_lock(&mutex);
        int seen = ready;
        pthread_mutex_unlock(&mutex);
        if (seen == READY) break;
        sched_yield();
    }
    pthread_join(thread, NULL);
    return 0;
}
