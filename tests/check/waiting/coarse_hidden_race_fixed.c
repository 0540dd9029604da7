// The same where the second thread looks into the section of the first one, and uses the variable only if that has come before: the
// sections do not commute, and the lock orders the two accesses.
// verdict: ok
// check: --coarse-locks
// traces: 2
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int first, second, shared;

static void *before(void *arg)
{
    (void)arg;
    shared = 1;
    pthread_mutex_lock(&mutex);
    first++;
    pthread_mutex_unlock(&mutex);
    return NULL;
}

static void *after(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&mutex);
    int is_over = first;
    second++;
    pthread_mutex_unlock(&mutex);
    if (is_over)
        shared = 2;
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, before, NULL);
    pthread_create(&threads[1], NULL, after, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
}
