// A thread waits until it has seen two flags, in one look at each. It may see the second one of two in an iteration whose look at the first
// one came too early: then it looks at both again. The flags go down one after the other, so that it may see both, though they were never
// up at the same time.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int first, second, both;

static void *raise(void *arg)
{
    atomic_store(&first, 1);
#ifdef FIXED
    atomic_store(&both, 1);
    atomic_store(&second, 1);
#else
    atomic_store(&first, 0);
    atomic_store(&second, 1);
    atomic_store(&both, 1);
    atomic_store(&first, 1);
#endif
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, raise, NULL);
    while (!atomic_load(&first) || !atomic_load(&second)) {
    }
    assert(atomic_load(&both) == 1); //~ assertion
    pthread_join(thread, NULL);
    return 0;
}
