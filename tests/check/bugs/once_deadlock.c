// An initialiser that runs once needs a lock; a thread uses what it initialises. The thread holds the same
// lock while it asks for the initialisation: the thread that runs the initialiser waits for the lock.
// verdict: bug
// bug: deadlock
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int table;

static void initialise(void)
{
    pthread_mutex_lock(&lock);
    table = 42;
    pthread_mutex_unlock(&lock);
}

static void *prepare(void *arg)
{
    pthread_once(&once, initialise);
    return arg;
}

static void *use(void *arg)
{
    pthread_mutex_lock(&lock);
    pthread_once(&once, initialise);
    assert(table == 42);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, prepare, NULL);
    pthread_create(&threads[1], NULL, use, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}
