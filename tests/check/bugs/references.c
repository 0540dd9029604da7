// A thread uses an object after it has given up its reference: whether that is too late depends on who gives up the last one.
// verdict: bug
// bug: use-after-free | data-race
// check: -O1
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
    atomic_int references;
    atomic_int used;
};

static struct object *object;

static void *user(void *arg) {
    if (atomic_fetch_sub(&object->references, 1) == 1)
        free(object); //~ data-race | use-after-free
    else if (arg)
        atomic_store(&object->used, 1); //~ data-race | use-after-free
    return 0;
}

int main(void) {
    object = malloc(sizeof *object);
    atomic_init(&object->references, 3);
    atomic_init(&object->used, 0);
    pthread_t threads[3];
    for (long i = 0; i < 3; i++)
        pthread_create(&threads[i], 0, user, (void *)(i == 2 ? 1L : 0L));
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], 0);
    return 0;
}
