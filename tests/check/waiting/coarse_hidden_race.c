// Two threads change counters of their own under one lock, and the same variable before and after that. If the first section comes first,
// the lock orders the two accesses by chance; since the sections commute, only one of their orders is explored, whichever that is.
// verdict: bug
// bug: data-race
// check: --coarse-locks
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int first, second, shared;

static void *before(void *arg)
{
    (void)arg;
    shared = 1; //~ data-race
    pthread_mutex_lock(&mutex);
    first++;
    pthread_mutex_unlock(&mutex);
    return NULL;
}

static void *after(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&mutex);
    second++;
    pthread_mutex_unlock(&mutex);
    shared = 2; //~ data-race
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, before, NULL);
    pthread_create(&threads[1], NULL, after, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
}
