// A function fills a variable of its caller on one of its paths only: what is there from an earlier iteration may be kept.
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

static void look(int *seen)
{
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
        look(&seen);
    } while (!atomic_load(&end));
    look(&seen);
    assert(seen == 0); //~ assertion
    pthread_join(thread, NULL);
    return 0;
}
