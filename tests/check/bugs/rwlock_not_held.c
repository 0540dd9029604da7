// A reader reads if tryrdlock succeeds. It unlocks in any case, even if it did not get the lock.
// verdict: bug
// bug: rwlock-misuse
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int number;

static void *look(void *arg)
{
    if (pthread_rwlock_tryrdlock(&lock) == 0) *(int *)arg = number;
    pthread_rwlock_unlock(&lock); //~ rwlock-misuse
    return NULL;
}

static void *change(void *arg)
{
    pthread_rwlock_wrlock(&lock);
    number++;
    pthread_rwlock_unlock(&lock);
    return arg;
}

int main(void)
{
    int seen = 0;
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, look, &seen);
    pthread_create(&threads[1], NULL, change, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}
