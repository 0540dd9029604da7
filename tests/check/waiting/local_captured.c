// A function fills a variable of its caller, and keeps its address: another function reads by that what the last iteration has left there.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int state;
static int *kept;

static void *change(void *arg)
{
    atomic_store(&state, 1);
    atomic_store(&state, 2);
    return arg;
}

static void look(int *seen)
{
    kept = seen;
    *seen = atomic_load(&state);
}

static int last(void)
{
    return kept == NULL ? 0 : *kept;
}

int main(void)
{
    pthread_t thread;
    int before, seen = 0;
    look(&seen);
    pthread_create(&thread, NULL, change, NULL);
    do {
        before = last();
        look(&seen);
    } while (seen != 2);
    assert(before != 1); //~ assertion
    pthread_join(thread, NULL);
    return 0;
}
