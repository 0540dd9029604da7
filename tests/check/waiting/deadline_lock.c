// A thread looks under a lock, again and again, for at most a second by the clock.
// verdict: ok
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int alive = 1;

static void *work(void *arg)
{
    pthread_mutex_lock(&mutex);
    alive = 0;
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    time_t start = time(NULL);
    for (int seen = 1; seen && difftime(time(NULL), start) < 1.0;) {
        pthread_mutex_lock(&mutex);
        seen = alive;
        pthread_mutex_unlock(&mutex);
    }
    pthread_join(thread, NULL);
    return 0;
}
