// A detached thread updates a variable of a function that has returned by then. Plain accesses are operations: so is the
// return, and which of the two comes first is tried both ways.
// verdict: bug
// check: --races allow
// bug: stack-use-after-return
#include <pthread.h>
#include <stdatomic.h>

static atomic_int other;

static void *update(void *shared)
{
    atomic_fetch_add((atomic_int *)shared, 1); //~ stack-use-after-return
    return NULL;
}

static void start(void)
{
    pthread_t thread;
    atomic_int local = 0;
    pthread_create(&thread, NULL, update, &local);
    pthread_detach(thread);
    atomic_fetch_add(&local, 1);
    atomic_exchange(&other, 2);
}

int main(void)
{
    start();
    return 0;
}
