// N threads share an object, and the one that gives up the last reference frees it. The others learn only that they were not the last, so
// that their order does not matter: there are as many traces as threads that may be the last.
// verdict: ok
// check: -O1
// traces N=1: 1
// traces N=2: 2
// traces N=3: 3
// traces N=4: 4
// traces N=7: 7
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef N
#define N 3
#endif

struct object {
    atomic_int references;
    int values[N];
};

static struct object *object;

static void *user(void *arg) {
    object->values[(long)arg] = 1;
    if (atomic_fetch_sub_explicit(&object->references, 1, memory_order_release) == 1) {
        atomic_thread_fence(memory_order_acquire);
        for (int i = 0; i < N; i++)
            if (!object->values[i])
                abort();
        free(object);
    }
    return 0;
}

int main(void) {
    object = calloc(1, sizeof *object);
    atomic_init(&object->references, N);
    pthread_t threads[N];
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], 0, user, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], 0);
    return 0;
}
