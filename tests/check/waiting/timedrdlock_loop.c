// A reader asks for a lock in turns of one second while a writer has it, and reads what was written or what was there before.
// verdict: ok
// check: --no-commute
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int first, second;

static void *write_both(void *arg)
{
    pthread_rwlock_wrlock(&lock);
    first = second = 1;
    pthread_rwlock_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t thread;
    struct timespec deadline = {0, 0};
    pthread_create(&thread, NULL, write_both, NULL);
    while (pthread_rwlock_timedrdlock(&lock, &deadline) != 0) {
    }
    assert(first == second);
    pthread_rwlock_unlock(&lock);
    pthread_join(thread, NULL);
    return 0;
}
