// rwlock_upgrade.c fixed: release the read lock, take the write lock, and check again: another thread may have been faster.
#include <pthread.h>
#include <stdbool.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static bool cached;

static void *look_up(void *arg)
{
    pthread_rwlock_rdlock(&lock);
    bool found = cached;
    pthread_rwlock_unlock(&lock);
    if (!found) {
        pthread_rwlock_wrlock(&lock);
        if (!cached) cached = true;
        pthread_rwlock_unlock(&lock);
    }
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, look_up, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}
