// What was replaced is freed when all threads have ended.
// verdict: ok
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
    pthread_mutex_t mutex;
    int uses;
};

static struct object *_Atomic published;
static struct object *replaced[2];

static void *use(void *arg)
{
    struct object *object = atomic_load(&published);
    pthread_mutex_lock(&object->mutex);
    object->uses++;
    pthread_mutex_unlock(&object->mutex);
    return arg;
}

static void publish(int number)
{
    struct object *object = calloc(1, sizeof *object);
    pthread_mutex_init(&object->mutex, NULL);
    replaced[number] = atomic_exchange(&published, object);
}

int main(void)
{
    pthread_t thread;
    publish(0);
    pthread_create(&thread, NULL, use, NULL);
    publish(1);
    pthread_join(thread, NULL);
    free(replaced[1]);
    free(published);
    return 0;
}
