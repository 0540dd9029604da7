// A function reads a variable of its caller and fills another one: they are the same.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int state;

static void *change(void *arg)
{
    atomic_store(&state, 1);
    atomic_store(&state, 2);
    return arg;
}

static int replace(const int *from, int *to)
{
    int now = atomic_load(&state);
    int old = *from;
    *to = now;
    return 10 * old + now;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, change, NULL);
    int seen = 0, found;
    do {
        found = replace(&seen, &seen);
    } while (found % 10 != 2);
    assert(found != 12); //~ assertion
    pthread_join(thread, NULL);
    return 0;
}
