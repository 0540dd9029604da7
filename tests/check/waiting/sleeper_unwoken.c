// One thread waits on a condition that is signalled too early, another one polls for it to come back: the first is never woken, and the second
// looks for ever.
// verdict: bug
// bug: livelock | deadlock
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int sent;
static atomic_int back;

static void *sleep_once(void *arg)
{
    pthread_mutex_lock(&mutex);
#ifdef FIXED
    while (!sent) pthread_cond_wait(&condition, &mutex);
#else
    pthread_cond_wait(&condition, &mutex);
#endif
    pthread_mutex_unlock(&mutex);
    atomic_store(&back, 1);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, sleep_once, NULL);
    pthread_mutex_lock(&mutex);
    sent = 1;
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&mutex);
    while (!atomic_load(&back)) sched_yield();
    pthread_join(thread, NULL);
    return 0;
}
