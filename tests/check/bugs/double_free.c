// Two threads drop a shared buffer. Each looks under the lock whether it is still there, but frees it in a
// second critical section.
// verdict: bug
// bug: double-free
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char *buffer;

static void *drop(void *arg)
{
    pthread_mutex_lock(&mutex);
    char *seen = buffer;
    pthread_mutex_unlock(&mutex);
    if (seen != NULL) {
        pthread_mutex_lock(&mutex);
        free(seen); //~ double-free
        buffer = NULL;
        pthread_mutex_unlock(&mutex);
    }
    return arg;
}

int main(void)
{
    buffer = malloc(16);
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, drop, NULL);
    pthread_create(&threads[1], NULL, drop, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}
