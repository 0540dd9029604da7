// A printer waits for a document. It checks the flag, finds it unset, and goes to sleep; if the document arrives between
// the check and the sleep, the signal is lost, and the printer sleeps for ever.
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t arrived = PTHREAD_COND_INITIALIZER;
static atomic_bool document;

static void *print(void *arg)
{
    while (!document) {
        // Too late to lock: the flag has been looked at already.
        pthread_mutex_lock(&lock);
        pthread_cond_wait(&arrived, &lock);
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

int main(void)
{
    pthread_t printer;
    pthread_create(&printer, NULL, print, NULL);
    document = true;
    pthread_cond_signal(&arrived);
    pthread_join(printer, NULL);
    return 0;
}
