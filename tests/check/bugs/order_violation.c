// A thread uses settings that main provides. Main creates the thread first: it may find no settings yet.
// verdict: bug
// bug: null-dereference
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
    assert(seen->level == 3); //~ null-dereference
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, use, NULL);
    atomic_store(&settings, &defaults);
    pthread_join(thread, NULL);
    return 0;
}
