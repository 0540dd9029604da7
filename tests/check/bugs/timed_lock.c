// Two threads wait for a lock with a timeout. They continue after the timeout as if they had the lock: they
// touch the counter, and unlock what is not theirs.
// verdict: bug
// bug: data-race
// bug: mutex-misuse
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *increment(void *arg)
{
    struct timespec deadline;
    clock_gettime(CLOCK_REALTIME, &deadline);
    deadline.tv_sec++;
    pthread_mutex_timedlock(&lock, &deadline);
    counter++; //~ data-race
    pthread_mutex_unlock(&lock); //~ mutex-misuse
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, increment, NULL);
    pthread_create(&threads[1], NULL, increment, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}
