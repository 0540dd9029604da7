// A detached thread updates a variable of the function that has created it. Main, which has called the function, may have ended
// by then: nothing but the end of main's stack comes after the last access to the variable that main makes itself.
// verdict: bug
// check: --races allow -O2
// bug: stack-use-after-return
#include <pthread.h>
#include <stdatomic.h>

static void *update(void *shared)
{
    atomic_fetch_add((atomic_int *)shared, 1); //~ stack-use-after-return
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
    pthread_detach(second);
    int value = atomic_load(&local);
    pthread_join(first, NULL);
    return value < 0;
}
