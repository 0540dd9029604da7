// Two threads work for ever on something that a variable points to. To load its address is not to look whether anything has changed.
// verdict: ok
#include <pthread.h>
#include <stdlib.h>

struct pool {
    pthread_mutex_t mutex;
    int jobs;
};

static struct pool *pool;

static void *work(void *arg)
{
    for (;;) {
        pthread_mutex_lock(&pool->mutex);
        pool->jobs++;
        pthread_mutex_unlock(&pool->mutex);
    }
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    pool = calloc(1, sizeof *pool);
    pthread_mutex_init(&pool->mutex, NULL);
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}
