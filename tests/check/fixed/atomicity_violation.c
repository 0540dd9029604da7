// Two threads pop from a stack that holds one element; every access is under the mutex. Asking and taking are
// one critical section.
// verdict: ok
// traces: 2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int elements[2] = {42};
static int count = 1;
static atomic_int popped;

static void *pop(void *arg)
{
    pthread_mutex_lock(&mutex);
    int available = count > 0;
    if (available) atomic_store(&popped, elements[--count]);
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, pop, NULL);
    pthread_create(&threads[1], NULL, pop, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    assert(atomic_load(&popped) == 42);
    return 0;
}
