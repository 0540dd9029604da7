// A thread updates a variable of a function that waits for it before it returns. Plain accesses are operations: so is the
// return, which comes last.
// verdict: ok
// check: --races allow
#include <pthread.h>
#include <stdatomic.h>

static atomic_int other;

static void *update(void *shared)
{
    atomic_fetch_add((atomic_int *)shared, 1);
    return NULL;
}

static void start(void)
{
    pthread_t thread;
    atomic_int local = 0;
    pthread_create(&thread, NULL, update, &local);
    atomic_fetch_add(&local, 1);
    atomic_exchange(&other, 2);
    pthread_join(thread, NULL);
}

int main(void)
{
    start();
    return 0;
}
