// Unlocks a read-write lock that no thread holds.
#include <pthread.h>

int main(void)
{
    pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
    pthread_rwlock_unlock(&lock); //~ rwlock-misuse
    return 0;
}
