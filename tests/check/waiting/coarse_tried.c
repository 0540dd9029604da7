// Two threads change counters of their own under one lock, and a third one tries to take it and claims that it is always free. It is not
// while one of the others is between its lock and its unlock: sections are not joined in programs that try locks.
// verdict: bug
// bug: assertion
// check: --coarse-locks
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counts[2];

static void *increment(void *count)
{
    pthread_mutex_lock(&mutex);
    ++*(int *)count;
    pthread_mutex_unlock(&mutex);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, increment, &counts[i]);
    int busy = pthread_mutex_trylock(&mutex);
    assert(!busy); //~ assertion
    pthread_mutex_unlock(&mutex);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
}
