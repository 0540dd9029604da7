// Lazy initialisation that takes the lock only as long as nothing is there. The pointer is a plain variable:
// its first check, and the use of what it points to, race with the initialisation.
// verdict: bug
// bug: data-race
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct settings {
    int level;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct settings storage;
static struct settings *instance;

static struct settings *get(void)
{
    if (instance == NULL) { //~ data-race
        pthread_mutex_lock(&mutex);
        if (instance == NULL) {
            storage.level = 3; //~ data-race
            instance = &storage; //~ data-race
        }
        pthread_mutex_unlock(&mutex);
    }
    return instance; //~ data-race
}

static void *use(void *arg)
{
    assert(get()->level == 3); //~ data-race
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
