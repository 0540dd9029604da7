// A setter notifies an observer, whose callback uses the setter's object again. The callback is called after
// the lock has been given back.
// verdict: ok
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value;
static atomic_int observed;

static void callback(void)
{
    pthread_mutex_lock(&lock);
    value++;
    pthread_mutex_unlock(&lock);
}

static void *set(void *arg)
{
    pthread_mutex_lock(&lock);
    value = 1;
    pthread_mutex_unlock(&lock);
    if (atomic_load(&observed)) callback();
    return arg;
}

static void *observe(void *arg)
{
    atomic_store(&observed, 1);
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, set, NULL);
    pthread_create(&threads[1], NULL, observe, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}
