// The configuration is read when it is first needed. To save the lock afterwards, `config` looks at the pointer without
// it: "double-checked locking". Nothing orders that look and the write of the pointer by another thread, so a thread may
// see the pointer before what it points to.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct config {
    int port;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct config *instance;

static struct config *config(void)
{
    if (!instance) {
        pthread_mutex_lock(&lock);
        if (!instance) {
            struct config *made = malloc(sizeof *made);
            made->port = 8080;
            instance = made;
        }
        pthread_mutex_unlock(&lock);
    }
    return instance;
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
