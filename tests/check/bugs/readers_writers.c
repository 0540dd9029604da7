// A readers-writer lock that prefers writers, made of a mutex and a condition variable. A writer that has got
// the lock still counts as waiting, so that readers wait for it forever.
// verdict: bug
// bug: deadlock
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int readers, waiting_writers;
static bool writing;
static int data[2];

static void read_lock(void)
{
    pthread_mutex_lock(&mutex);
    while (writing || waiting_writers > 0) pthread_cond_wait(&changed, &mutex);
    readers++;
    pthread_mutex_unlock(&mutex);
}

static void read_unlock(void)
{
    pthread_mutex_lock(&mutex);
    readers--;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
}

static void write_lock(void)
{
    pthread_mutex_lock(&mutex);
    waiting_writers++;
    while (writing || readers > 0) pthread_cond_wait(&changed, &mutex);
    writing = true;
    pthread_mutex_unlock(&mutex);
}

static void write_unlock(void)
{
    pthread_mutex_lock(&mutex);
    writing = false;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
}

static void *reader(void *arg)
{
    read_lock();
    assert(data[0] == data[1]);
    read_unlock();
    return arg;
}

static void *writer(void *arg)
{
    write_lock();
    data[0]++;
    data[1]++;
    write_unlock();
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
