// A function keeps the address of a variable of its caller: another function reads by that what the last iteration has left there.
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

static void keep(int *at)
{
    kept = at;
}

static int last(void)
{
    return *kept;
}

int main(void)
{
    pthread_t thread;
    int seen = 0, now, found;
    keep(&seen);
    pthread_create(&thread, NULL, change, NULL);
    do {
        now = atomic_load(&state);
        found = 10 * last() + now;
        seen = now;
    } while (now != 2);
    assert(found != 12); //~ assertion
    pthread_join(thread, NULL);
    return 0;
}
