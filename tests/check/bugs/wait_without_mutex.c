// A thread looks at a flag under a lock, and releases the lock before it waits: the wait does not hold it.
// verdict: bug
// bug: condvar-misuse
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static bool ready;

static void *wait_for_it(void *arg)
{
    pthread_mutex_lock(&mutex);
    bool wait = !ready;
    pthread_mutex_unlock(&mutex);
    if (wait) pthread_cond_wait(&condition, &mutex); //~ condvar-misuse
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
    pthread_create(&threads[0], NULL, wait_for_it, NULL);
    pthread_create(&threads[1], NULL, announce, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}
