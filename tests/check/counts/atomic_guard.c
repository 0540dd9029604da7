// Two threads take a lock that is a variable, in an atomic block that locks a mutex, too: a block that would have to wait
// inside waits as a whole. Two orders: 2 traces.
// verdict: ok
// traces: 2
#include <mazurka.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int inside;

static void *enter(void *arg)
{
    mz_atomic_begin();
    pthread_mutex_lock(&mutex);
    inside++;
    mz_atomic_end();
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, enter, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return inside - 2;
}
