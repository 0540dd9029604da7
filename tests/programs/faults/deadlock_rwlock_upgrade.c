// A reader wants to become a writer without giving up its read lock; both readers of the program do so.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t both_read;

static void upgrade(void)
{
    pthread_rwlock_rdlock(&lock);
    pthread_barrier_wait(&both_read);
    pthread_rwlock_wrlock(&lock); //~ deadlock
    pthread_rwlock_unlock(&lock);
}

static void *worker(void *unused)
{
    upgrade();
    return unused;
}

int main(void)
{
    pthread_barrier_init(&both_read, NULL, 2);
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    upgrade();
    pthread_join(thread, NULL);
    return 0;
}
