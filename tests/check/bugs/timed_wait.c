// A thread waits for a result with a timeout. It assumes that the wait ended because the result
// was there.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static bool ready;

static void *wait_a_second(void *arg)
{
    struct timespec deadline;
    clock_gettime(CLOCK_REALTIME, &deadline);
    deadline.tv_sec++;
    pthread_mutex_lock(&mutex);
    if (!ready) pthread_cond_timedwait(&condition, &mutex, &deadline);
    assert(ready); //~ assertion
    pthread_mutex_unlock(&mutex);
    return arg;
}

static void *announce(void *arg)
{
    pthread_mutex_lock(&mutex);
    ready = true;
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, wait_a_second, NULL);
    pthread_create(&threads[1], NULL, announce, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}
