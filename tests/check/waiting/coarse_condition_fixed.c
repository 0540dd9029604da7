// The same where the consumer waits for the item itself.
// verdict: ok
// check: --coarse-locks
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t made = PTHREAD_COND_INITIALIZER;
static int begun, item, counts[2];

static void *produce(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&mutex);
    begun = 1;
    pthread_mutex_unlock(&mutex);
    pthread_mutex_lock(&mutex);
    item = 1;
    pthread_cond_signal(&made);
    pthread_mutex_unlock(&mutex);
    return NULL;
}

static void *increment(void *count)
{
    pthread_mutex_lock(&mutex);
    ++*(int *)count;
    pthread_mutex_unlock(&mutex);
    return NULL;
}

int main(void)
{
    pthread_t threads[3];
    pthread_create(&threads[0], NULL, produce, NULL);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i + 1], NULL, increment, &counts[i]);
    pthread_mutex_lock(&mutex);
    while (!item)
        pthread_cond_wait(&made, &mutex);
    assert(begun);
    pthread_mutex_unlock(&mutex);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
}
