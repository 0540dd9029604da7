// Two threads take the same two locks in the same order: a trace is an order of the threads.
// verdict: ok
// traces: 2
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *forwards(void *arg)
{
    pthread_mutex_lock(&first);
    pthread_mutex_lock(&second);
    counter++;
    pthread_mutex_unlock(&second);
    pthread_mutex_unlock(&first);
    return arg;
}

static void *backwards(void *arg)
{
    pthread_mutex_lock(&first);
    pthread_mutex_lock(&second);
    counter++;
    pthread_mutex_unlock(&second);
    pthread_mutex_unlock(&first);
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, forwards, NULL);
    pthread_create(&threads[1], NULL, backwards, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    assert(counter == 2);
    return 0;
}
