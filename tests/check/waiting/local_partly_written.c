// A function fills a part of a variable of its caller. The other part says what was ever found.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int state;

static void *change(void *arg)
{
    atomic_store(&state, 1);
    atomic_store(&state, 2);
    return arg;
}

static void look(unsigned char *seen)
{
    seen[0] = (unsigned char)atomic_load(&state);
}

static void mark(unsigned char *seen)
{
    seen[1] = 1;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, change, NULL);
    unsigned char seen[2] = {0, 0};
    do {
        look(seen);
        if (seen[0] == 1) mark(seen);
    } while (seen[0] != 2);
    assert(!seen[1]); //~ assertion
    pthread_join(thread, NULL);
    return 0;
}
