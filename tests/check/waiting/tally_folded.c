// Nothing ever stores 2. The compiler knows that from -O2 on, and leaves the comparison out, but not the load: that is still a look at turn.
// check: -O2
// verdict: bug
// bug: livelock
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_rwlock_t guard = PTHREAD_RWLOCK_INITIALIZER;
static atomic_int turn;

static void *other(void *arg)
{
    atomic_store(&turn, 1);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, other, NULL);
    int seen;
    do {
        pthread_rwlock_rdlock(&guard);
        pthread_rwlock_unlock(&guard);
        seen = atomic_load(&turn);
    } while (seen <= 1);
    pthread_join(thread, NULL);
    return 0;
}
