// Destroys a read-write lock that is held for reading.
#include <pthread.h>

int main(void)
{
    pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_destroy(&lock); //~ rwlock-misuse
    return 0;
}
