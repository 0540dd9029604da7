// A thread notes on its own stack that a failed compare-and-swap has found 1, and fails once more: see cas_note.c.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int counter;

static void note(int *at)
{
    *at = 1;
}

static void *add(void *arg)
{
    int has_seen_one = 0;
    int old = atomic_load(&counter);
    while (!atomic_compare_exchange_strong(&counter, &old, old + 1)) {
        if (old == 1) note(&has_seen_one);
    }
    assert(!has_seen_one || old == 1); //~ assertion
    return arg;
}

static void *add_two(void *arg)
{
    atomic_fetch_add(&counter, 1);
    atomic_fetch_add(&counter, 1);
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, add, NULL);
    pthread_create(&threads[1], NULL, add_two, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}
