// missed_wakeup.c fixed: the flag is read and written under the lock, and waiting releases the lock and sleeps in one
// step. No signal can come in between.
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t arrived = PTHREAD_COND_INITIALIZER;
static bool document;

static void *print(void *arg)
{
    pthread_mutex_lock(&lock);
    while (!document) pthread_cond_wait(&arrived, &lock);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t printer;
    pthread_create(&printer, NULL, print, NULL);
    pthread_mutex_lock(&lock);
    document = true;
    pthread_cond_signal(&arrived);
    pthread_mutex_unlock(&lock);
    pthread_join(printer, NULL);
    return 0;
}
