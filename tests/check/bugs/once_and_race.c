// Two threads are late for what is initialised once: that is not a lock, and what they do afterwards is not protected by it. A
// thread may be cancelled, so that the initialiser may be given up.
// verdict: bug
// bug: data-race
#include <pthread.h>
#include <stddef.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int initialised, uses;

static void initialise(void) { initialised = 1; }

static void *use(void *arg)
{
    pthread_once(&once, initialise);
    uses += initialised; //~ data-race
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    pthread_once(&once, initialise);
    pthread_create(&threads[0], NULL, use, NULL);
    pthread_create(&threads[1], NULL, use, NULL);
    if (initialised > 1)
        pthread_cancel(threads[0]);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
