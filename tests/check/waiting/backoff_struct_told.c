// A thread backs off by a function with its state in a struct, and looks afterwards how often that was: it expects no more than once.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>

struct backoff { int n, round; };

static atomic_int ready;

static void *set(void *arg)
{
    atomic_store(&ready, 1);
    return arg;
}

static void back_off(struct backoff *b)
{
    if (b->n == 2) {
        b->n = 0;
        b->round++;
    } else {
        sched_yield();
        b->n++;
    }
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, set, NULL);
    struct backoff b = {0, 0};
    while (!atomic_load(&ready)) {
        back_off(&b);
        // The state has finitely many values.
        if (b.round == 2) b.round = 1;
    }
#ifdef FIXED
    assert(b.round <= 1);
#else
    assert(b.round == 0); //~ assertion
#endif
    pthread_join(thread, NULL);
    return 0;
}
