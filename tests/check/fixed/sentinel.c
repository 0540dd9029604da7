// A producer queues one job and then an end marker for two consumers. The consumer that takes the marker puts
// it back for the other one.
// verdict: ok
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

enum { NOTHING, JOB, END };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
static int queue[4], first, last;
static int jobs_done;

static void put(int item)
{
    pthread_mutex_lock(&mutex);
    queue[last++] = item;
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&mutex);
}

static int take(void)
{
    pthread_mutex_lock(&mutex);
    while (first == last) pthread_cond_wait(&not_empty, &mutex);
    int item = queue[first++];
    if (item == JOB) jobs_done++;
    pthread_mutex_unlock(&mutex);
    return item;
}

static void *produce(void *arg)
{
    put(JOB);
    put(END);
    return arg;
}

static void *consume(void *arg)
{
    while (take() != END) {
    }
    put(END);
    return arg;
}

int main(void)
{
    pthread_t threads[3];
    pthread_create(&threads[0], NULL, produce, NULL);
    pthread_create(&threads[1], NULL, consume, NULL);
    pthread_create(&threads[2], NULL, consume, NULL);
    for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
    assert(jobs_done == 1);
    return 0;
}
