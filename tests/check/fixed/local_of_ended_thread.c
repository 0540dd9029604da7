// A thread updates a variable of the function that has created it, which waits for it before it returns.
// verdict: ok
// check: --races allow -O2
#include <pthread.h>
#include <stdatomic.h>

static void *update(void *shared)
{
    atomic_fetch_add((atomic_int *)shared, 1);
    return NULL;
}

static void *idle(void *unused)
{
    return unused;
}

int main(void)
{
    pthread_t first, second;
    atomic_int local = 0;
    pthread_create(&first, NULL, idle, NULL);
    pthread_create(&second, NULL, update, &local);
    atomic_store(&local, 2);
    pthread_join(second, NULL);
    int value = atomic_load(&local);
    pthread_join(first, NULL);
    return value < 0;
}
