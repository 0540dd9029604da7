// A thread waits for a condition for one second, and goes on in any case.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <errno.h>
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
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void)
{
    pthread_t thread;
    struct timespec deadline;
    int error = 0;
    pthread_create(&thread, NULL, work, NULL);
    clock_gettime(CLOCK_REALTIME, &deadline);
    deadline.tv_sec += 1;
    pthread_mutex_lock(&mutex);
    while (!ready && error == 0) error = pthread_cond_timedwait(&condition, &mutex, &deadline);
#ifdef FIXED
    assert(ready || error == ETIMEDOUT);
#else
    assert(ready); //~ assertion
#endif
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
    return 0;
}
