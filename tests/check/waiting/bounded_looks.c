// A thread looks at most LOOKS times, under a lock, and counts: an iteration that finds nothing has an effect, because the counter decides.
// The flag is set before one of the looks or after all: LOOKS + 1 traces.
// verdict: ok
// check: --no-commute
// traces LOOKS=1: 2
// traces LOOKS=3: 4
#include <pthread.h>
#include <sched.h>
#include <stddef.h>

#ifndef LOOKS
#define LOOKS 3
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
    for (int i = 0, seen = 0; i < LOOKS && !seen; i++) {
        pthread_mutex_lock(&mutex);
        seen = ready;
        pthread_mutex_unlock(&mutex);
        sched_yield();
    }
    pthread_join(thread, NULL);
    return 0;
}
