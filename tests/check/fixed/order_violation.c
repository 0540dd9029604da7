// A thread uses settings that main provides. Main provides the settings first.
// verdict: ok
// traces: 1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct settings {
    int level;
};

static struct settings defaults = {3};
static _Atomic(struct settings *) settings;

static void *use(void *arg)
{
    struct settings *seen = atomic_load(&settings);
    assert(seen->level == 3);
    return arg;
}

int main(void)
{
    pthread_t thread;
    atomic_store(&settings, &defaults);
    pthread_create(&thread, NULL, use, NULL);
    pthread_join(thread, NULL);
    return 0;
}
