// A thread ends while it holds a mutex; main waits for that mutex.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *forgets(void *unused)
{
    pthread_mutex_lock(&mutex);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, forgets, NULL);
    pthread_join(thread, NULL);
    pthread_mutex_lock(&mutex); //~ deadlock
    return 0;
}
