// Two threads use something that must be initialised exactly once. pthread_once.
// verdict: ok
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static atomic_int initialisations;

static void initialise(void)
{
    atomic_fetch_add(&initialisations, 1);
}

static void *use(void *arg)
{
    pthread_once(&once, initialise);
    assert(atomic_load(&initialisations) == 1);
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, use, NULL);
    pthread_create(&threads[1], NULL, use, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}
