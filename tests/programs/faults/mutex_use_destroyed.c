// Locks a mutex after it was destroyed.
#include <pthread.h>

int main(void)
{
    pthread_mutex_t mutex;
    pthread_mutex_init(&mutex, NULL);
    pthread_mutex_destroy(&mutex);
    pthread_mutex_lock(&mutex); //~ mutex-misuse
    return 0;
}
