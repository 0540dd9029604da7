// The signal comes before the wait, which therefore never ends.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

static void *signaller(void *unused)
{
    pthread_cond_signal(&condition);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, signaller, NULL);
    pthread_join(thread, NULL);
    pthread_mutex_lock(&mutex);
    for (;;)
        pthread_cond_wait(&condition, &mutex); //~ deadlock
}
