// A thread passes a struct by value to a function that looks at it, before another function fills it.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

struct numbers { int of[6]; };

static atomic_int state;

static void *change(void *arg)
{
    atomic_store(&state, 1);
    atomic_store(&state, 2);
    return arg;
}

static int last(struct numbers numbers)
{
    return numbers.of[5];
}

static void fill(struct numbers *numbers, int now)
{
    memset(numbers, 0, sizeof *numbers);
    numbers->of[5] = now;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, change, NULL);
    struct numbers numbers = {{0}};
    int now, found;
    do {
        now = atomic_load(&state);
        found = 10 * last(numbers) + now;
        fill(&numbers, now);
    } while (now != 2);
    assert(found != 12); //~ assertion
    pthread_join(thread, NULL);
    return 0;
}
