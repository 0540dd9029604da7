// One thread waits for a while, the other one signals without taking the lock: before the wait, in time, or after the
// waiter has given up.
// verdict: ok
// traces: 3
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

static void *signal_it(void *arg)
{
    pthread_cond_signal(&condition);
    return arg;
}

int main(void)
{
    pthread_t thread;
    struct timespec deadline;
    clock_gettime(CLOCK_REALTIME, &deadline);
    pthread_create(&thread, NULL, signal_it, NULL);
    pthread_mutex_lock(&mutex);
    pthread_cond_timedwait(&condition, &mutex, &deadline);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
    return 0;
}
