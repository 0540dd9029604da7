// A thread polls two flags in turn, and expects to see the first one first because it is set first. It may look at the
// first one too early and at the second one late. One who blocks it in front of the first look until something changes
// misses that. Traces: it sees the first flag set at once (1), or looks too early, and at the second flag when that is set (1,
// the bug). An iteration that finds neither need not be made.
// verdict: bug
// bug: assertion
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
        if (atomic_load(&first)) seen = 1;
        else if (atomic_load(&second)) seen = 2;
    }
    assert(seen == 1); //~ assertion
    pthread_join(thread, NULL);
    return 0;
}
