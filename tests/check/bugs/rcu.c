// A writer replaces an object that a reader may be using. It frees the old object immediately.
// verdict: bug
// bug: use-after-free | data-race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) current;
static atomic_int readers;

static int *make(int value)
{
    int *object = malloc(sizeof *object);
    if (object == NULL) exit(1);
    *object = value;
    return object;
}

static void *reader(void *arg)
{
    atomic_fetch_add(&readers, 1);
    int *object = atomic_load(&current);
    assert(*object == 1 || *object == 2); //~ use-after-free | data-race
    atomic_fetch_sub(&readers, 1);
    return arg;
}

static void *writer(void *arg)
{
    int *old = atomic_exchange(&current, make(2));
    free(old); //~ data-race
    return arg;
}

int main(void)
{
    atomic_store(&current, make(1));
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, reader, NULL);
    pthread_create(&threads[1], NULL, writer, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    free(atomic_load(&current));
    return 0;
}
