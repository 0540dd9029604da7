// A plugin is found by its name, and its function counts without the lock that everything else counts with.
// verdict: bug
// bug: data-race | assertion
#include <assert.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int events;

void count_event(void);

void count_event(void)
{
    events++; //~ data-race
}

static void *count(void *arg)
{
    pthread_mutex_lock(&mutex);
    events++; //~ data-race
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
    assert(events == 2); //~ assertion
    return 0;
}
