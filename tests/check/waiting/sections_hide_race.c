// Two threads touch different counters under one lock, and the same one before and after it. Where one section comes first, the lock orders the two
// accesses by chance.
// verdict: bug
// bug: data-race
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counters[2], shared;

static void *after(void *arg)
{
    pthread_mutex_lock(&mutex);
    counters[1]++;
#ifdef FIXED
    shared++;
#endif
    pthread_mutex_unlock(&mutex);
#ifndef FIXED
    shared++; //~ data-race
#endif
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, after, NULL);
#ifndef FIXED
    shared++; //~ data-race
#endif
    pthread_mutex_lock(&mutex);
    counters[0]++;
#ifdef FIXED
    shared++;
#endif
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
    return 0;
}
