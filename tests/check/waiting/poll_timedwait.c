// A timed wait in a loop, with a deadline that has passed: each time that it gives up, it looks and goes to sleep again.
// verdict: ok
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void *set(void *arg)
{
    pthread_mutex_lock(&mutex);
    ready = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void)
{
    struct timespec past = {0, 0};
    pthread_t thread;
    pthread_create(&thread, NULL, set, NULL);
    pthread_mutex_lock(&mutex);
    while (!ready) pthread_cond_timedwait(&changed, &mutex, &past);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
    return 0;
}
