// Two threads store the same value under a lock until they are told to stop, which nobody does: a livelock, though each of them could be left with the
// lock.
// verdict: bug
// bug: livelock
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int word, stop;

static void *keep(void *arg)
{
    while (!stop) {
        pthread_mutex_lock(&lock);
        word = 1;
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, keep, NULL);
#ifdef FIXED
    stop = 1;
#endif
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return word > 1;
}
