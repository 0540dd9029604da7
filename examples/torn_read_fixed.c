// torn_read.c fixed: a lock makes writing both coordinates atomic. Readers do not exclude each other.
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int x, y;

static void *move(void *arg)
{
    pthread_rwlock_wrlock(&lock);
    x = 1;
    y = 1;
    pthread_rwlock_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t sensor;
    pthread_create(&sensor, NULL, move, NULL);
    pthread_rwlock_rdlock(&lock);
    int seen_x = x, seen_y = y;
    pthread_rwlock_unlock(&lock);
    assert(seen_x == seen_y);
    pthread_join(sensor, NULL);
    return 0;
}
