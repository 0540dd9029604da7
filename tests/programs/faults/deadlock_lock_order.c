// Two threads take two mutexes in opposite order; a barrier makes sure that each has its first one.
#include <pthread.h>

static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER, right = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t both_hold_one;

static void lock_both(pthread_mutex_t *first, pthread_mutex_t *second)
{
    pthread_mutex_lock(first);
    pthread_barrier_wait(&both_hold_one);
    pthread_mutex_lock(second); //~ deadlock
    pthread_mutex_unlock(second);
    pthread_mutex_unlock(first);
}

static void *worker(void *unused)
{
    lock_both(&right, &left);
    return unused;
}

int main(void)
{
    pthread_barrier_init(&both_hold_one, NULL, 2);
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    lock_both(&left, &right);
    pthread_join(thread, NULL);
    return 0;
}
