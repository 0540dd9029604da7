// A thread only yields, for ever, while another one tries a lock to look at what nothing changes: all threads wait, though one of them looks at nothing.
// verdict: bug
// bug: livelock
#include <pthread.h>
#include <sched.h>
#include <stddef.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int is_set;

static void *poll(void *arg)
{
    int seen = 0;
    do {
        if (pthread_rwlock_tryrdlock(&lock)) continue;
        seen = is_set;
        pthread_rwlock_unlock(&lock);
    } while (!seen);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, poll, NULL);
#ifdef FIXED
    pthread_rwlock_wrlock(&lock);
    is_set = 1;
    pthread_rwlock_unlock(&lock);
    pthread_join(thread, NULL);
#else
    for (;;) sched_yield();
#endif
    return 0;
}
