// Two owners of an object drop their references; the last one frees it. The thread that takes the count from one to
// zero is the last; release and acquire order the uses before the free. A trace is an order of the two
// decrements.
// verdict: ok
// check: --no-commute
// traces: 2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int references = 2;
static int *object;

static void *drop(void *arg)
{
    assert(*object == 42);
    if (atomic_fetch_sub_explicit(&references, 1, memory_order_acq_rel) == 1) free(object);
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
