// A plugin is found by its name, and its function counts with the lock that everything else counts with.
// verdict: ok
#include <assert.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int events;

void count_event(void);

void count_event(void)
{
    pthread_mutex_lock(&mutex);
    events++;
    pthread_mutex_unlock(&mutex);
}

static void *count(void *arg)
{
    pthread_mutex_lock(&mutex);
    events++;
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, count, NULL);
    void (*plugin)(void) = (void (*)(void))dlsym(NULL, "count_event");
    plugin();
    pthread_join(thread, NULL);
    assert(events == 2);
    return 0;
}
