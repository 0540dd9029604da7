// A thread divides by a number that another one sets to zero. It loads the number once. The load comes before
// or after the store.
// verdict: ok
// traces: 2
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int workers = 2;
static int share;

static void *divide(void *arg)
{
    int divisor = atomic_load(&workers);
    if (divisor != 0) share = 100 / divisor;
    return arg;
}

static void *dismiss(void *arg)
{
    atomic_store(&workers, 0);
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, divide, NULL);
    pthread_create(&threads[1], NULL, dismiss, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return share > 50;
}
