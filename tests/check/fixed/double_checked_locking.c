// Lazy initialisation that takes the lock only as long as nothing is there. The pointer is atomic: a thread that
// sees it through an acquire load sees what it points to as well.
// verdict: ok
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct settings {
    int level;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct settings storage;
static _Atomic(struct settings *) instance;

static struct settings *get(void)
{
    struct settings *seen = atomic_load_explicit(&instance, memory_order_acquire);
    if (seen == NULL) {
        pthread_mutex_lock(&mutex);
        seen = atomic_load_explicit(&instance, memory_order_relaxed);
        if (seen == NULL) {
            storage.level = 3;
            seen = &storage;
            atomic_store_explicit(&instance, seen, memory_order_release);
        }
        pthread_mutex_unlock(&mutex);
    }
    return seen;
}

static void *use(void *arg)
{
    assert(get()->level == 3);
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
