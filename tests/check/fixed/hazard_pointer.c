// A reader announces the object that it uses in a hazard pointer; a writer replaces the object and frees the
// old one unless it is announced. The reader announces, then looks whether the object is still the current
// one; if not, it starts anew.
// verdict: ok
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) current, hazard;
static int *retired;

static int *make(int value)
{
    int *object = malloc(sizeof *object);
    if (object == NULL) exit(1);
    *object = value;
    return object;
}

static void *reader(void *arg)
{
    int *object = atomic_load(&current);
    for (;;) {
        atomic_store(&hazard, object);
        int *again = atomic_load(&current);
        if (again == object) break;
        object = again;
    }
    assert(*object == 1 || *object == 2);
    atomic_store(&hazard, NULL);
    return arg;
}

static void *writer(void *arg)
{
    int *old = atomic_exchange(&current, make(2));
    if (atomic_load(&hazard) == old) {
        retired = old;
    } else {
        free(old);
    }
    return arg;
}

int main(void)
{
    atomic_store(&current, make(1));
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, reader, NULL);
    pthread_create(&threads[1], NULL, writer, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    free(retired);
    free(atomic_load(&current));
    return 0;
}
