// A setter changes two variables that belong together, a checker reads both. The checker can come between the
// two stores.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int a, b;

static void *set(void *arg)
{
    atomic_store(&a, 1);
    atomic_store(&b, -1);
    return arg;
}

static void *check(void *arg)
{
    int seen_a = atomic_load(&a), seen_b = atomic_load(&b);
    assert((seen_a == 0 && seen_b == 0) || (seen_a == 1 && seen_b == -1)); //~ assertion
    return arg;
}

int main(void)
{
    pthread_t threads[3];
    pthread_create(&threads[0], NULL, set, NULL);
    pthread_create(&threads[1], NULL, set, NULL);
    pthread_create(&threads[2], NULL, check, NULL);
    for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
    return 0;
}
