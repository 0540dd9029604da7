// signal_broadcast.c fixed: a change that concerns all waiters is broadcast to all of them.
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t started = PTHREAD_COND_INITIALIZER;
static bool go;

static void *run(void *arg)
{
    pthread_mutex_lock(&lock);
    while (!go) pthread_cond_wait(&started, &lock);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t runners[2];
    for (int i = 0; i < 2; i++) pthread_create(&runners[i], NULL, run, NULL);
    pthread_mutex_lock(&lock);
    go = true;
    pthread_cond_broadcast(&started);
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < 2; i++) pthread_join(runners[i], NULL);
    return 0;
}
