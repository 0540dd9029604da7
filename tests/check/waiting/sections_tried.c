// Two threads change different counters under one lock, and a third one tries to take it: what it finds depends on who is inside, and it claims that
// nobody ever is.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counters[2];

static void *count(void *arg)
{
    pthread_mutex_lock(&mutex);
    (*(int *)arg)++;
    pthread_mutex_unlock(&mutex);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, count, &counters[i]);
#ifdef FIXED
    int busy = pthread_mutex_lock(&mutex);
#else
    int busy = pthread_mutex_trylock(&mutex);
#endif
    assert(!busy); //~ assertion
    pthread_mutex_unlock(&mutex);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}
