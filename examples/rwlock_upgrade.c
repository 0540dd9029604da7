// A cache looks an entry up under the read lock and, if it is missing, takes the write lock as well to add it. The write
// lock waits until all readers are gone; with two threads at it, each waits for the other, and a single one waits for
// itself.
#include <pthread.h>
#include <stdbool.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static bool cached;

static void *look_up(void *arg)
{
    pthread_rwlock_rdlock(&lock);
    if (!cached) {
        pthread_rwlock_wrlock(&lock);
        cached = true;
        pthread_rwlock_unlock(&lock);
    }
    pthread_rwlock_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, look_up, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}
