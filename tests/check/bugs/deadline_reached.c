// A thread waits for a condition until a deadline, and assumes that the deadline is reached when it continues.
// But it may have been woken.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

static void *wait(void *arg)
{
    struct timespec deadline;
    clock_gettime(CLOCK_REALTIME, &deadline);
    deadline.tv_sec++;
    pthread_mutex_lock(&lock);
    pthread_cond_timedwait(&condition, &lock, &deadline);
    pthread_mutex_unlock(&lock);
    assert(time(NULL) >= deadline.tv_sec); //~ assertion
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, wait, NULL);
    pthread_cond_signal(&condition);
    pthread_join(thread, NULL);
    return 0;
}
