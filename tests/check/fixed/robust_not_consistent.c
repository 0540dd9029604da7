// A thread ends with a robust mutex. The next one that locks it puts the data in order, and says so before it unlocks it.
// verdict: ok
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex;
static int balance = 2;

static void *die(void *arg)
{
    pthread_mutex_lock(&mutex);
    balance--;
    return arg;
}

static void *repair(void *arg)
{
    if (pthread_mutex_lock(&mutex) == EOWNERDEAD) {
        balance++;
        pthread_mutex_consistent(&mutex);
    }
    pthread_mutex_unlock(&mutex);
    return arg;
}

static void *count(void *arg)
{
    int error = pthread_mutex_lock(&mutex);
    assert(error != ENOTRECOVERABLE);
    if (error == EOWNERDEAD) {
        balance++;
        pthread_mutex_consistent(&mutex);
    }
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void)
{
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&mutex, &attributes);
    pthread_t threads[3];
    pthread_create(&threads[0], NULL, count, NULL);
    pthread_create(&threads[1], NULL, repair, NULL);
    pthread_create(&threads[2], NULL, die, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
