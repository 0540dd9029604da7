// A thread divides by a number that another one sets to zero. It loads the number once to check it, and once
// more to divide by it.
// verdict: bug
// bug: division-by-zero
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int workers = 2;
static int share;

static void *divide(void *arg)
{
    if (atomic_load(&workers) != 0) share = 100 / atomic_load(&workers); //~ division-by-zero
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
