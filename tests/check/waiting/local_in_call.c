// A function fills a variable of its caller, looks at something else, and reads the variable: between the two, it is needed.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

static atomic_int state, end;

static void *change(void *arg)
{
    atomic_store(&state, 1);
    atomic_store(&state, 2);
    atomic_store(&end, 1);
    return arg;
}

static bool look(int *seen)
{
    *seen = atomic_load(&state);
    bool is_end = atomic_load(&end);
#ifdef FIXED
    *seen = atomic_load(&state);
#endif
    return is_end && *seen == 1;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, change, NULL);
    int seen;
    while (!look(&seen) && !(atomic_load(&end) && seen == 2)) {
    }
    assert(seen == 2); //~ assertion
    pthread_join(thread, NULL);
    return 0;
}
