// Two threads look again and again for what does not come, each under two locks, which they take in opposite orders. One of them also tries a lock that
// the other one takes, so each may go another way when they meet; and then they may block each other: that is a deadlock.
// verdict: bug
// bug: deadlock
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t tried = PTHREAD_MUTEX_INITIALIZER;
static int is_there;

static void poll(pthread_mutex_t *outer, pthread_mutex_t *inner, int tries)
{
    int found;
    do {
        pthread_mutex_lock(outer);
        if (!tries) pthread_mutex_lock(&tried);
        if (!tries || pthread_mutex_trylock(&tried) == 0) pthread_mutex_unlock(&tried);
        pthread_mutex_lock(inner);
        found = is_there;
        pthread_mutex_unlock(inner);
        pthread_mutex_unlock(outer);
    } while (!found);
}

static void *poll_from_second(void *arg)
{
#ifdef FIXED
    pthread_mutex_lock(&first);
    is_there = 1;
    pthread_mutex_unlock(&first);
#else
    poll(&second, &first, 1);
#endif
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, poll_from_second, NULL);
    poll(&first, &second, 0);
    pthread_join(thread, NULL);
    return 0;
}
