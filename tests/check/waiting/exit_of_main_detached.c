// Main ends its own thread alone, and the process lives until the last thread ends, be it a detached one: that waits for a signal that
// may have been sent before.
// verdict: bug
// bug: deadlock
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void *wait(void *arg)
{
    pthread_mutex_lock(&mutex);
#ifdef FIXED
    while (!ready)
#endif
    pthread_cond_wait(&changed, &mutex);
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, wait, NULL);
    pthread_detach(thread);
    pthread_mutex_lock(&mutex);
    ready = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
    pthread_exit(NULL);
}
