// A thread reads an element of an array of its own before it writes it. Which element that is is known only when it runs.
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

int main(void)
{
    pthread_t thread;
    int index = atomic_load(&which);
    pthread_create(&thread, NULL, change, NULL);
    int seen[2] = {0, 0}, now, found;
    do {
        now = atomic_load(&state);
        found = 10 * seen[index] + now;
        seen[1] = now;
    } while (now != 2);
    assert(found != 12); //~ assertion
    pthread_join(thread, NULL);
    return 0;
}
