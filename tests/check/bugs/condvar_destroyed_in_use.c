// A thread waits for main, which announces and then destroys the condition variable. It forgets to signal before,
// so the thread may still be waiting.
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
    while (!ready) pthread_cond_wait(&condition, &mutex);
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, wait_for_it, NULL);
    pthread_mutex_lock(&mutex);
    ready = true;
    pthread_mutex_unlock(&mutex);
    pthread_cond_destroy(&condition); //~ condvar-misuse
    pthread_join(thread, NULL);
    return 0;
}
