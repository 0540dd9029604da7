// Two threads use something that must be initialised exactly once. A hand-made check: both can find that it
// has not been initialised.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int initialised;
static atomic_int initialisations;

static void initialise(void)
{
    atomic_fetch_add(&initialisations, 1);
}

static void *use(void *arg)
{
    if (!atomic_load(&initialised)) {
        initialise();
        atomic_store(&initialised, 1);
    }
    assert(atomic_load(&initialisations) == 1); //~ assertion
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
