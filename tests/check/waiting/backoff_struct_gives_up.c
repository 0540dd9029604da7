// Two threads count their failures in a struct of theirs, by a function that tells when these are too many: then they enter without the lock. The state
// decides more than a pause.
// verdict: bug
// bug: data-race
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

struct backoff { int failures, pause; };

static atomic_int locked;
static int entered;

static bool back_off(struct backoff *b)
{
    for (int i = 0; i < b->pause; i++) sched_yield();
    b->pause++;
    return ++b->failures <= 2;
}

static void *enter(void *arg)
{
    struct backoff b = {0, 0};
    while (atomic_exchange(&locked, 1)) {
#ifdef FIXED
        if (!back_off(&b)) return arg;
#else
        if (!back_off(&b)) break;
#endif
    }
    entered++; //~ data-race
    atomic_store(&locked, 0);
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, enter, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return entered == 0;
}
