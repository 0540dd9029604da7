// A thread looks at a variable by a function that remembers in a struct of the caller what the last look has found. So an iteration that has found
// something else than the one before is not like it, though it overwrites all of the struct.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct looks { int last, now; };

static atomic_int state;

static void *change(void *arg)
{
    atomic_store(&state, 1);
    atomic_store(&state, 2);
    return arg;
}

static void look(struct looks *looks)
{
#ifdef FIXED
    looks->last = 0;
#else
    looks->last = looks->now;
#endif
    looks->now = atomic_load(&state);
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, change, NULL);
    struct looks looks = {0, 0};
    do {
        look(&looks);
    } while (looks.now != 2);
    assert(looks.last != 1); //~ assertion
    pthread_join(thread, NULL);
    return 0;
}
