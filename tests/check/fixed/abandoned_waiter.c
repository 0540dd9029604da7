// A thread waits for work that never comes. Main does not: a thread that still waits when main has ended its
// own thread delays no other.
// verdict: ok
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
    pthread_detach(worker);
    return 0;
}
