// Destroys a mutex while it is locked.
#include <pthread.h>

int main(void)
{
    pthread_mutex_t mutex;
    pthread_mutex_init(&mutex, NULL);
    pthread_mutex_lock(&mutex);
    pthread_mutex_destroy(&mutex); //~ mutex-misuse
    return 0;
}
