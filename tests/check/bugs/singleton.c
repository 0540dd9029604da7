// Two threads ask for the only instance of something, which the first one creates. Looking and installing are
// two steps: each thread may install an instance of its own.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

static _Atomic(int *) instance;
static int *seen_by[2];

static int *get_instance(void)
{
    int *existing = atomic_load(&instance);
    if (existing != NULL) return existing;
    int *created = calloc(1, sizeof *created);
    atomic_store(&instance, created);
    return created;
}

static void *ask(void *arg)
{
    seen_by[(intptr_t)arg] = get_instance();
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, ask, (void *)0);
    pthread_create(&threads[1], NULL, ask, (void *)1);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    assert(seen_by[0] == seen_by[1]); //~ assertion
    free(atomic_load(&instance));
    return 0;
}
