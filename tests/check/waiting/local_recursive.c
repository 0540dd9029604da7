// A function that calls itself fills a variable of its caller at the end of its recursion, or leaves it as it was.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int state, end;

static void *change(void *arg)
{
    atomic_store(&state, 1);
    atomic_store(&state, 0);
    atomic_store(&end, 1);
    return arg;
}

static void look(int *seen, int depth)
{
    if (depth > 0) {
        look(seen, depth - 1);
        return;
    }
    int now = atomic_load(&state);
#ifdef FIXED
    *seen = now;
#else
    if (now != 0) *seen = now;
#endif
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, change, NULL);
    int seen = 0;
    do {
        look(&seen, 2);
    } while (!atomic_load(&end));
    look(&seen, 2);
    assert(seen == 0); //~ assertion
    pthread_join(thread, NULL);
    return 0;
}
