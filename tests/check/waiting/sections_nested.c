// Two threads change different counters, but within two locks that they take in opposite orders: what they touch has nothing to do with it.
// verdict: bug
// bug: deadlock
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER, inner = PTHREAD_MUTEX_INITIALIZER;
static int counters[2];

static void section(pthread_mutex_t *first, pthread_mutex_t *second, int *counter)
{
    pthread_mutex_lock(first);
    pthread_mutex_lock(second);
    (*counter)++;
    pthread_mutex_unlock(second);
    pthread_mutex_unlock(first);
}

static void *count(void *arg)
{
#ifdef FIXED
    section(&outer, &inner, &counters[1]);
#else
    section(&inner, &outer, &counters[1]);
#endif
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, count, NULL);
    section(&outer, &inner, &counters[0]);
    pthread_join(thread, NULL);
    return counters[0] + counters[1] - 2;
}
