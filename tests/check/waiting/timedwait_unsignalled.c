// A worker sets a condition and forgets to signal. A wait that may give up finds out nevertheless: one that cannot waits for ever.
// verdict: bug
// bug: deadlock
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int ready;

static void *work(void *arg)
{
    pthread_mutex_lock(&mutex);
    ready = 1;
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_mutex_lock(&mutex);
    while (!ready) {
#ifdef FIXED
        struct timespec soon = {0, 0};
        pthread_cond_timedwait(&condition, &mutex, &soon);
#else
        pthread_cond_wait(&condition, &mutex);
#endif
    }
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
    return 0;
}
