// barrier_reuse.c fixed: rounds are numbered, and a thread waits for the end of its own round. The number only grows, so
// no thread can miss it.
#include <pthread.h>

#define THREADS 2

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t complete = PTHREAD_COND_INITIALIZER;
static int arrived;
static unsigned current_round;

static void barrier(void)
{
    pthread_mutex_lock(&lock);
    unsigned my_round = current_round;
    arrived++;
    if (arrived == THREADS) {
        arrived = 0;
        current_round++;
        pthread_cond_broadcast(&complete);
    } else {
        while (current_round == my_round) pthread_cond_wait(&complete, &lock);
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
