// Two locks are taken in the same order, through a function that does nothing else.
// verdict: ok
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t accounts = PTHREAD_MUTEX_INITIALIZER, journal = PTHREAD_MUTEX_INITIALIZER;

static void enter(pthread_mutex_t *mutex)
{
    pthread_mutex_lock(mutex);
}

static void *write_journal(void *arg)
{
    enter(&accounts);
    enter(&journal);
    pthread_mutex_unlock(&journal);
    pthread_mutex_unlock(&accounts);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, write_journal, NULL);
    enter(&accounts);
    enter(&journal);
    pthread_mutex_unlock(&journal);
    pthread_mutex_unlock(&accounts);
    pthread_join(thread, NULL);
    return 0;
}
