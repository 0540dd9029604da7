// A thread unlocks a mutex that another one holds.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *unused)
{
    pthread_mutex_unlock(&mutex); //~ mutex-misuse
    return unused;
}

int main(void)
{
    pthread_mutex_lock(&mutex);
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    pthread_join(thread, NULL);
    return 0;
}
