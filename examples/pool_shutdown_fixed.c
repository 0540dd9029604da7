// pool_shutdown.c fixed: a job wakes one worker, the end wakes all of them.
#include <pthread.h>
#include <stdbool.h>

#define WORKERS 2

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int jobs, done;
static bool stopping;

static void *work(void *arg)
{
    pthread_mutex_lock(&lock);
    for (;;) {
        while (jobs == 0 && !stopping) pthread_cond_wait(&changed, &lock);
        if (jobs == 0) break;
        jobs--;
        done++;
    }
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t workers[WORKERS];
    for (int i = 0; i < WORKERS; i++) pthread_create(&workers[i], NULL, work, NULL);

    pthread_mutex_lock(&lock);
    jobs++;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);

    pthread_mutex_lock(&lock);
    stopping = true;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);

    for (int i = 0; i < WORKERS; i++) pthread_join(workers[i], NULL);
    return done != 1;
}
