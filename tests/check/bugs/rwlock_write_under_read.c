// Two threads count hits of a table that a read-write lock protects. They hold the lock for reading only.
// verdict: bug
// bug: data-race
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int hits;

static void *look_up(void *arg)
{
    pthread_rwlock_rdlock(&lock);
    hits++; //~ data-race
    pthread_rwlock_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, look_up, NULL);
    pthread_create(&threads[1], NULL, look_up, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    assert(hits == 2);
    return 0;
}
