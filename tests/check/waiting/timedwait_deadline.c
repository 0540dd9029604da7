// A thread waits for a condition in turns of half a second, each with a deadline that it computes from the clock. The clock decides nothing: a turn that
// gives up is one that could as well not have been made. It waits for the wrong count.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int done;

static struct timespec in_half_a_second(void)
{
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    time.tv_nsec += 500000000;
    if (time.tv_nsec >= 1000000000) {
        time.tv_sec++;
        time.tv_nsec -= 1000000000;
    }
    return time;
}

static void *work(void *arg)
{
    pthread_mutex_lock(&mutex);
    done++;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, work, NULL);
    pthread_mutex_lock(&mutex);
#ifdef FIXED
    while (done < 2) {
#else
    while (done < 1) {
#endif
        struct timespec deadline = in_half_a_second();
        pthread_cond_timedwait(&changed, &mutex, &deadline);
    }
    assert(done == 2); //~ assertion
    pthread_mutex_unlock(&mutex);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}
