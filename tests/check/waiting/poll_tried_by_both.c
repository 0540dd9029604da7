// Two threads poll under a lock that they only try. If no thread sets what they wait for, one fails to take the lock because of the other, again and
// again, and they do so for ever.
// verdict: bug
// bug: livelock
#include <pthread.h>
#include <sched.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int flag;

static void *poll(void *arg)
{
    for (int seen = 0; !seen;) {
        while (pthread_mutex_trylock(&mutex)) sched_yield(); //~ livelock
        seen = flag;
        pthread_mutex_unlock(&mutex);
    }
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, poll, NULL);
#ifdef FIXED
    pthread_mutex_lock(&mutex);
    flag = 1;
    pthread_mutex_unlock(&mutex);
#endif
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}
