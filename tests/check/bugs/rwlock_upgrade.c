// A thread holds a read-write lock for reading, finds that it must write, and wants the lock for writing. It
// keeps its read lock meanwhile, and so waits for itself.
// verdict: bug
// bug: deadlock
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int cached;

static void *fill_cache(void *arg)
{
    pthread_rwlock_rdlock(&lock);
    int missing = cached == 0;
    if (missing) {
        pthread_rwlock_wrlock(&lock);
        if (cached == 0) cached = 42;
        pthread_rwlock_unlock(&lock);
    }
    pthread_rwlock_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, fill_cache, NULL);
    pthread_create(&threads[1], NULL, fill_cache, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    assert(cached == 42);
    return 0;
}
