// A buffer for one item, one producer of two items, two consumers of one each. A woken thread looks again,
// because another one may have been faster.
// verdict: ok
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER, not_full = PTHREAD_COND_INITIALIZER;
static int count, sum;

static void *produce(void *arg)
{
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&mutex);
        while (count == 1) pthread_cond_wait(&not_full, &mutex);
        count++;
        pthread_cond_signal(&not_empty);
        pthread_mutex_unlock(&mutex);
    }
    return arg;
}

static void *consume(void *arg)
{
    pthread_mutex_lock(&mutex);
    while (count == 0) pthread_cond_wait(&not_empty, &mutex);
    assert(count == 1);
    count--;
    sum++;
    pthread_cond_signal(&not_full);
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
    assert(sum == 2 && count == 0);
    return 0;
}
