// A thread counts up with what a failed attempt has found, and is detached meanwhile: it does not notice that, so the failed attempt is left out as before.
// verdict: ok
// check: --no-commute
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int count;

static void *add(void *arg)
{
    int seen = atomic_load(&count);
    while (!atomic_compare_exchange_strong(&count, &seen, seen + 1)) { }
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, add, NULL);
    pthread_detach(thread);
    add(NULL);
    while (atomic_load(&count) < 2) { }
    return 0;
}
