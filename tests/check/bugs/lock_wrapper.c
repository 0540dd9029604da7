// Two locks are taken in opposite orders, through a function that does nothing else: reports show where it is called.
// verdict: bug
// bug: deadlock
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t accounts = PTHREAD_MUTEX_INITIALIZER, journal = PTHREAD_MUTEX_INITIALIZER;

static void enter(pthread_mutex_t *mutex)
{
    pthread_mutex_lock(mutex);
}

static void *write_journal(void *arg)
{
    enter(&journal);
    enter(&accounts);
    pthread_mutex_unlock(&accounts);
    pthread_mutex_unlock(&journal);
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
