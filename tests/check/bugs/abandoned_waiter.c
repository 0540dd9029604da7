// A thread waits for work that never comes. Main waits for that thread's end, in every interleaving.
// verdict: bug
// bug: deadlock
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t work_has_come = PTHREAD_COND_INITIALIZER;
static bool work;

static void *wait_for_work(void *arg)
{
    pthread_mutex_lock(&mutex);
    while (!work) pthread_cond_wait(&work_has_come, &mutex);
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, wait_for_work, NULL);
    pthread_join(worker, NULL);
    return 0;
}
