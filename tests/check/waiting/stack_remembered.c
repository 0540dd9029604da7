// Something of main's stack is shared, and main remembers in a variable beside it what its last look has found: that is compared all the same.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct looks { int last, now; };

static void *change(void *state)
{
    atomic_store((atomic_int *)state, 1);
    atomic_store((atomic_int *)state, 2);
    return NULL;
}

static void look(atomic_int *state, struct looks *looks)
{
#ifdef FIXED
    looks->last = 0;
#else
    looks->last = looks->now;
#endif
    looks->now = atomic_load(state);
}

int main(void)
{
    pthread_t thread;
    atomic_int state = 0;
    pthread_create(&thread, NULL, change, &state);
    struct looks looks = {0, 0};
    do {
        look(&state, &looks);
    } while (looks.now != 2);
    assert(looks.last != 1); //~ assertion
    pthread_join(thread, NULL);
    return 0;
}
