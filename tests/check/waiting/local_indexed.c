// A thread reads an element of an array of its own before a function fills it. Which element that is is known only when it runs.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int state;
static atomic_int which = 1;

static void *change(void *arg)
{
    atomic_store(&state, 1);
    atomic_store(&state, 2);
    return arg;
}

static void look(int *seen)
{
    *seen = atomic_load(&state);
}

int main(void)
{
    pthread_t thread;
    int which_one = atomic_load(&which);
    pthread_create(&thread, NULL, change, NULL);
    int seen[2] = {0, 0}, before;
    do {
        before = seen[which_one];
        look(&seen[1]);
    } while (seen[1] != 2);
    assert(before != 1); //~ assertion
    pthread_join(thread, NULL);
    return 0;
}
