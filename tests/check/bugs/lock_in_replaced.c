// A thread replaces a published object and frees the old one, while another one is about to take or to give back the lock inside.
// verdict: bug
// bug: use-after-free | data-race
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
    pthread_mutex_t mutex;
    int uses;
};

static struct object *_Atomic published;

static void *use(void *arg)
{
    struct object *object = atomic_load(&published);
    pthread_mutex_lock(&object->mutex); //~ use-after-free | data-race
    object->uses++; //~ use-after-free | data-race
    pthread_mutex_unlock(&object->mutex); //~ use-after-free | data-race
    return arg;
}

static void publish(void)
{
    struct object *object = calloc(1, sizeof *object);
    pthread_mutex_init(&object->mutex, NULL);
    free(atomic_exchange(&published, object)); //~ data-race
}

int main(void)
{
    pthread_t thread;
    publish();
    pthread_create(&thread, NULL, use, NULL);
    publish();
    pthread_join(thread, NULL);
    free(published);
    return 0;
}
