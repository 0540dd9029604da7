// A thread passes a struct by value to a function that looks at it, before another function fills it.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct numbers { int of[6]; };

static atomic_int state;

static void *change(void *arg)
{
    atomic_store(&state, 1);
    atomic_store(&state, 2);
    return arg;
}

static int fifth(struct numbers numbers)
{
    return numbers.of[5];
}

static void look(struct numbers *numbers)
{
    for (int i = 0; i < 5; i++) numbers->of[i] = 0;
    numbers->of[5] = atomic_load(&state);
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, change, NULL);
    struct numbers numbers = {{0}};
    int before;
    do {
        before = fifth(numbers);
        look(&numbers);
    } while (numbers.of[5] != 2);
    assert(before != 1); //~ assertion
    pthread_join(thread, NULL);
    return 0;
}
