// A thread polls under a lock, for ever, and main returns without it: main has looked at what the thread changes under the lock in every
// iteration. A search that does not let the thread iterate where nothing else happens has to look at these accesses, too.
// verdict: bug
// bug: data-race
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int looks, ready;

static void *poll_for_ever(void *arg)
{
    int seen = 0;
    while (!seen) {
        pthread_mutex_lock(&mutex);
        looks++; //~ data-race
        seen = ready;
        looks--; //~ data-race
        pthread_mutex_unlock(&mutex);
    }
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, poll_for_ever, NULL);
    pthread_detach(thread);
#ifdef FIXED
    pthread_mutex_lock(&mutex);
    int result = looks;
    pthread_mutex_unlock(&mutex);
    return result;
#else
    return looks; //~ data-race
#endif
}
