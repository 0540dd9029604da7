// A thread ends with a lock that another one tries to take until it can.
// verdict: bug
// bug: livelock
#include <pthread.h>
#include <sched.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *leave(void *arg)
{
    pthread_mutex_lock(&mutex);
#ifdef FIXED
    pthread_mutex_unlock(&mutex);
#endif
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, leave, NULL);
    while (pthread_mutex_trylock(&mutex) != 0) sched_yield();
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
    return 0;
}
