// A hand-written barrier: a thread waits until all have arrived, and the last one resets the count for the next round. It
// works once. In the second round a fast thread may arrive, and count itself, before a slow one has woken up from the
// first; the slow one then finds a count that is not zero, goes back to sleep, and both wait for each other.
#include <pthread.h>

#define THREADS 2

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t complete = PTHREAD_COND_INITIALIZER;
static int arrived;

static void barrier(void)
{
    pthread_mutex_lock(&lock);
    arrived++;
    if (arrived == THREADS) {
        arrived = 0;
        pthread_cond_broadcast(&complete);
    } else {
        // A count of zero says that this round is over, until a thread begins the next one.
        while (arrived != 0) pthread_cond_wait(&complete, &lock);
    }
    pthread_mutex_unlock(&lock);
}

static void *work(void *arg)
{
    barrier();
    barrier();
    return arg;
}

int main(void)
{
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    return 0;
}
