// Two threads back off by a function that has its state in one struct: they race for it. Each tries twice to find a flag set.
// verdict: bug
// bug: data-race
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>

struct backoff { int n; };

static atomic_int ready;

static void back_off(struct backoff *b)
{
    if (b->n++ < 2) sched_yield(); //~ data-race
}

static void *enter(void *arg)
{
#ifdef FIXED
    struct backoff b = {0};
    arg = &b;
#endif
    for (int tries = 0; tries < 2 && !atomic_exchange(&ready, 0); tries++) back_off(arg);
    atomic_store(&ready, 1);
    return NULL;
}

int main(void)
{
    struct backoff b = {0};
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, enter, &b);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}
