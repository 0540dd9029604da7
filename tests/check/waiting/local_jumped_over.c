// A function that fills a variable of its caller may jump back to it before it does: then the caller reads what an earlier iteration has left.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int state, end;
static jmp_buf out;

static void *change(void *arg)
{
    atomic_store(&state, 1);
    atomic_store(&end, 1);
    return arg;
}

static void look(volatile int *seen)
{
    if (atomic_load(&end)) longjmp(out, 1);
    *seen = atomic_load(&state);
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, change, NULL);
    volatile int seen = 0;
    if (!setjmp(out)) {
        for (;;) look(&seen);
    }
    assert(seen != 1); //~ assertion
    pthread_join(thread, NULL);
    return 0;
}
