// Waits on a condition variable without holding the mutex.
#include <pthread.h>

int main(void)
{
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
    pthread_cond_wait(&condition, &mutex); //~ condvar-misuse
    return 0;
}
