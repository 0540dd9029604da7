// A thread writes what it finds into a variable of its own or into another one. If it is the other one, its own keeps what an earlier iteration has
// left there.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int state, away, end;
static int elsewhere;

static void *change(void *arg)
{
    atomic_store(&state, 1);
    atomic_store(&away, 1);
    atomic_store(&state, 0);
    atomic_store(&end, 1);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, change, NULL);
    int seen = 0;
    do {
        int *to = atomic_load(&away) ? &elsewhere : &seen;
        *to = atomic_load(&state);
#ifdef FIXED
        seen = 0;
#endif
    } while (!atomic_load(&end));
    assert(seen != 1); //~ assertion
    pthread_join(thread, NULL);
    return 0;
}
