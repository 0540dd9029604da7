// Two threads only read under a lock, a third one writes: the order of the readers cannot be seen, that of each with the writer can.
// verdict: ok
// check: --no-commute
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int first, second;

static void *read_both(void *arg)
{
    pthread_mutex_lock(&mutex);
    int equal = first == second;
    pthread_mutex_unlock(&mutex);
    assert(equal);
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, read_both, NULL);
    pthread_mutex_lock(&mutex);
    first = second = 1;
    pthread_mutex_unlock(&mutex);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}
