// A thread unlocks a read-write lock that another one holds for writing.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *worker(void *unused)
{
    pthread_rwlock_unlock(&lock); //~ rwlock-misuse
    return unused;
}

int main(void)
{
    pthread_rwlock_wrlock(&lock);
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    pthread_join(thread, NULL);
    return 0;
}
