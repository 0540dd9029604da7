// A thread copies what the last look has found before it looks again: the copy reads all of it.
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

static void look(struct numbers *numbers)
{
    *numbers = (struct numbers){{0}};
    numbers->of[5] = atomic_load(&state);
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, change, NULL);
    struct numbers before, now = {{0}};
    do {
        before = now;
        look(&now);
    } while (now.of[5] != 2);
    assert(before.of[5] != 1); //~ assertion
    pthread_join(thread, NULL);
    return 0;
}
