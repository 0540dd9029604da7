// Two owners of an object drop their references; the last one frees it. Dropping and looking at the count are
// two steps: both owners can see zero.
// verdict: bug
// bug: double-free | data-race
// check: --no-commute
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int references = 2;
static int *object;

static void *drop(void *arg)
{
    assert(*object == 42);
    atomic_fetch_sub(&references, 1);
    if (atomic_load(&references) == 0) free(object); //~ double-free | data-race
    return arg;
}

int main(void)
{
    object = malloc(sizeof *object);
    if (object == NULL) return 1;
    *object = 42;
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, drop, NULL);
    pthread_create(&threads[1], NULL, drop, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}
