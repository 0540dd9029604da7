// Two threads try a lock for ever, and one of them shows for a while that it has not got it. Main has to see that.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int refused, other;

static void *holds(void *arg)
{
    for (;;) {
        pthread_mutex_lock(&lock);
        (void)other;
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

static void *tries(void *arg)
{
    for (;;) {
        if (pthread_mutex_trylock(&lock) == 0) {
            pthread_mutex_unlock(&lock);
        } else {
            refused++;
            refused--;
        }
    }
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, holds, NULL);
    pthread_create(&threads[1], NULL, tries, NULL);
    assert(refused == 0); //~ assertion
    return 0;
}
