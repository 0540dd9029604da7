// Two owners of an object write to it and drop their references; the last one frees it. The decrement is
// relaxed: nothing orders the other owner's use before the free.
// verdict: bug
// bug: data-race
// check: --no-commute
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

static atomic_int references = 2;
static int *object;

static void *drop(void *arg)
{
    object[(intptr_t)arg] = 1; //~ data-race
    if (atomic_fetch_sub_explicit(&references, 1, memory_order_relaxed) == 1) free(object); //~ data-race
    return NULL;
}

int main(void)
{
    object = calloc(2, sizeof *object);
    if (object == NULL) return 1;
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, drop, (void *)0);
    pthread_create(&threads[1], NULL, drop, (void *)1);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}
