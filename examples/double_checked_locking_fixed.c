// double_checked_locking.c fixed: the pointer is atomic. It is published with release, after what it points to is
// complete, and looked at with acquire. (`pthread_once` does the same for you.)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct config {
    int port;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct config *_Atomic instance;

static struct config *config(void)
{
    struct config *found = atomic_load_explicit(&instance, memory_order_acquire);
    if (!found) {
        pthread_mutex_lock(&lock);
        found = atomic_load_explicit(&instance, memory_order_relaxed);
        if (!found) {
            found = malloc(sizeof *found);
            found->port = 8080;
            atomic_store_explicit(&instance, found, memory_order_release);
        }
        pthread_mutex_unlock(&lock);
    }
    return found;
}

static void *serve(void *arg)
{
    assert(config()->port == 8080);
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, serve, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    free(instance);
    return 0;
}
