// A store into a mutex says that its holder has locked it three times. One unlock then keeps it locked, which is a step of
// the holder's alone, unless the store comes after the unlock. Traces: the store before the lock, between the two, after both.
// verdict: bug
// bug: assertion
// check: --races allow
// traces: 3
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static union {
    pthread_mutex_t mutex;
    int words[10]; /* the holder, how often it has locked the mutex beyond the first time, … */
} object;

static void *use(void *arg)
{
    pthread_mutex_lock(&object.mutex);
    pthread_mutex_unlock(&object.mutex);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_mutex_init(&object.mutex, NULL);
    pthread_create(&thread, NULL, use, NULL);
    object.words[1] = 2;
    pthread_join(thread, NULL);
    assert(object.words[0] != 0); //~ assertion
    return 0;
}
