// Main returns, which ends the process, or ends its thread alone, after which the process waits for the other thread: the two differ,
// though main's thread has ended in both.
// verdict: bug
// bug: deadlock
#include <mazurka.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *wait(void *arg)
{
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_mutex_lock(&mutex);
    pthread_create(&thread, NULL, wait, NULL);
#ifndef FIXED
    if (mz_choose(2)) pthread_exit(NULL);
#endif
    return 0;
}
