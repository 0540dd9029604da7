// Two threads back off by a function that has its state in one struct: they race for it.
// verdict: bug
// bug: data-race
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>

struct backoff { int n; };

static atomic_int locked;

static void back_off(struct backoff *b)
{
    if (b->n < 2) sched_yield(); //~ data-race
    b->n = (b->n + 1) % 4;
}

static void *enter(void *arg)
{
#ifdef FIXED
    struct backoff b = {0};
    arg = &b;
#endif
    while (atomic_exchange(&locked, 1)) back_off(arg);
    atomic_store(&locked, 0);
    return NULL;
}

int main(void)
{
    struct backoff b = {0};
    pthread_t threads[3];
    for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, enter, &b);
    for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
    return 0;
}
