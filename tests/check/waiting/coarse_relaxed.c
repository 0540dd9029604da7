// A relaxed flag says that the first thread has left its section, so that the sections have one order though they commute, and the lock
// orders the two accesses to data in every execution. That is not seen where sections are joined, and the search begins again.
// verdict: ok
// check: --coarse-locks
// traces: 2
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int flag;
static int first, second, data;

static void *publish(void *arg)
{
    (void)arg;
    data = 1;
    pthread_mutex_lock(&mutex);
    first++;
    pthread_mutex_unlock(&mutex);
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return NULL;
}

static void *use(void *arg)
{
    (void)arg;
    if (!atomic_load_explicit(&flag, memory_order_relaxed))
        return NULL;
    pthread_mutex_lock(&mutex);
    second++;
    pthread_mutex_unlock(&mutex);
    data = 2;
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, publish, NULL);
    pthread_create(&threads[1], NULL, use, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
}
