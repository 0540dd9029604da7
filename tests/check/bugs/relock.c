// A setter notifies an observer, whose callback uses the setter's object again. The callback takes the lock
// that its own thread holds, if the observer was registered in time.
// verdict: bug
// bug: deadlock
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
    if (atomic_load(&observed)) callback();
    pthread_mutex_unlock(&lock);
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
