// A consumer waits for an item, the producer for room in a buffer of one. Each announces on the condition
// variable that the other waits on.
// verdict: ok
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER, not_full = PTHREAD_COND_INITIALIZER;
static int item;

static void *produce(void *arg)
{
    pthread_mutex_lock(&mutex);
    while (item != 0) pthread_cond_wait(&not_full, &mutex);
    item = 42;
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&mutex);
    return arg;
}

static void *consume(void *arg)
{
    pthread_mutex_lock(&mutex);
    while (item == 0) pthread_cond_wait(&not_empty, &mutex);
    assert(item == 42);
    item = 0;
    pthread_cond_signal(&not_full);
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, produce, NULL);
    pthread_create(&threads[1], NULL, consume, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}
