// Joins a thread that has been joined already.
#include <pthread.h>

static void *worker(void *unused) { return unused; }

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    pthread_join(thread, NULL);
    pthread_join(thread, NULL); //~ thread-misuse
    return 0;
}
