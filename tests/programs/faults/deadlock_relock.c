// A normal mutex is locked twice by the same thread.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

int main(void)
{
    pthread_mutex_lock(&mutex);
    pthread_mutex_lock(&mutex); //~ deadlock
    return 0;
}
