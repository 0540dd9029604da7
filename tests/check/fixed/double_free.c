// Two threads drop a shared buffer. Each looks and frees in one critical section. A trace is an order of the
// two critical sections.
// verdict: ok
// traces: 2
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char *buffer;

static void *drop(void *arg)
{
    pthread_mutex_lock(&mutex);
    char *seen = buffer;
    if (seen != NULL) {
        free(seen);
        buffer = NULL;
    }
    pthread_mutex_unlock(&mutex);
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
