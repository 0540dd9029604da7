// A buffer for one item; a producer of two items and two consumers of one each share one condition variable.
// A consumer's signal, meant for the producer, can wake the other consumer, who finds nothing and sleeps
// again: all sleep.
// verdict: bug
// bug: deadlock
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int count;

static void announce(void)
{
    pthread_cond_signal(&changed);
}

static void *produce(void *arg)
{
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&mutex);
        while (count == 1) pthread_cond_wait(&changed, &mutex);
        count++;
        announce();
        pthread_mutex_unlock(&mutex);
    }
    return arg;
}

static void *consume(void *arg)
{
    pthread_mutex_lock(&mutex);
    while (count == 0) pthread_cond_wait(&changed, &mutex);
    count--;
    announce();
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void)
{
    pthread_t threads[3];
    pthread_create(&threads[0], NULL, produce, NULL);
    pthread_create(&threads[1], NULL, consume, NULL);
    pthread_create(&threads[2], NULL, consume, NULL);
    for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
    assert(count == 0);
    return 0;
}
