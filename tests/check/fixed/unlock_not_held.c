// Two threads count if trylock succeeds. They unlock only if it did.
// verdict: ok
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *count(void *arg)
{
    if (pthread_mutex_trylock(&mutex) == 0) {
        counter++;
        pthread_mutex_unlock(&mutex);
    }
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, count, NULL);
    pthread_create(&threads[1], NULL, count, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    assert(1 <= counter && counter <= 2);
    return 0;
}
