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
    int old = *from;
    *to = atomic_load(&state);
    return old;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, change, NULL);
    int before, seen = 0;
    do {
        before = replace(&seen, &seen);
    } while (seen != 2);
    assert(before != 1); //~ assertion
    pthread_join(thread, NULL);
    return 0;
}
