// A readers-writer lock made of a mutex and a condition variable. A writer waits for other writers, but not
// for readers.
// verdict: bug
// bug: data-race
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int readers;
static bool writing;
static int data;

static void *reader(void *arg)
{
    pthread_mutex_lock(&mutex);
    while (writing) pthread_cond_wait(&changed, &mutex);
    readers++;
    pthread_mutex_unlock(&mutex);
    int seen = data; //~ data-race
    pthread_mutex_lock(&mutex);
    readers--;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
    assert(seen == 0 || seen == 1);
    return arg;
}

static void *writer(void *arg)
{
    pthread_mutex_lock(&mutex);
    while (writing) pthread_cond_wait(&changed, &mutex);
    writing = true;
    pthread_mutex_unlock(&mutex);
    data = 1; //~ data-race
    pthread_mutex_lock(&mutex);
    writing = false;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, reader, NULL);
    pthread_create(&threads[1], NULL, writer, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}
