// Two threads poll for ever what a variable points to.
// verdict: bug
// bug: livelock
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct pool {
    pthread_mutex_t mutex;
    int rounds;
    bool is_closed;
};

static struct pool *pool;

static void *poll(void *arg)
{
    bool is_closed;
    do {
        pthread_mutex_lock(&pool->mutex);
        pool->rounds++;
        is_closed = pool->is_closed;
        pthread_mutex_unlock(&pool->mutex);
    } while (!is_closed);
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    pool = calloc(1, sizeof *pool);
    pthread_mutex_init(&pool->mutex, NULL);
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, poll, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}
