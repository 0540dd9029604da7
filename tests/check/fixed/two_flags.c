// A thread polls two flags in turn. The one it looks at first is set last, so it never sees the other one alone.
// Traces: let it look at `second`, which is set last, first. It sees that set (1), or looks too early; then it sees
// `first` not set, which is too early as well and changes only with `first`, so it waits there until `first` is set, and
// sees it (1).
// verdict: ok
// traces: 2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int first, second;

static void *set(void *arg)
{
    atomic_store(&first, 1);
    atomic_store(&second, 1);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, set, NULL);
    int seen = 0;
    while (seen == 0) {
        if (atomic_load(&second)) seen = 2;
        else if (atomic_load(&first)) seen = 1;
    }
    assert(seen == 1 || atomic_load(&first));
    pthread_join(thread, NULL);
    return 0;
}
