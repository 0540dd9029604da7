// A setter changes two variables that belong together, a checker reads both. A mutex keeps them together. A
// trace is an order of the three critical sections, but the two setters write the same values: still 3!
// orders.
// verdict: ok
// traces: 6
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int a, b;

static void *set(void *arg)
{
    pthread_mutex_lock(&mutex);
    a = 1;
    b = -1;
    pthread_mutex_unlock(&mutex);
    return arg;
}

static void *check(void *arg)
{
    pthread_mutex_lock(&mutex);
    assert((a == 0 && b == 0) || (a == 1 && b == -1));
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void)
{
    pthread_t threads[3];
    pthread_create(&threads[0], NULL, set, NULL);
    pthread_create(&threads[1], NULL, set, NULL);
    pthread_create(&threads[2], NULL, check, NULL);
    for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
    return 0;
}
