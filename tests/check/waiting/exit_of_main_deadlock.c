// Main ends its own thread alone. The two others lock the same mutexes in different orders: the process then never ends.
// verdict: bug
// bug: deadlock
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void both(pthread_mutex_t *first, pthread_mutex_t *second)
{
    pthread_mutex_lock(first);
    pthread_mutex_lock(second);
    pthread_mutex_unlock(second);
    pthread_mutex_unlock(first);
}

static void *forwards(void *arg)
{
    both(&a, &b);
    return arg;
}

static void *backwards(void *arg)
{
#ifdef FIXED
    both(&a, &b);
#else
    both(&b, &a);
#endif
    return arg;
}

int main(void)
{
    pthread_t one, other;
    pthread_create(&one, NULL, forwards, NULL);
    pthread_create(&other, NULL, backwards, NULL);
    pthread_exit(NULL);
}
