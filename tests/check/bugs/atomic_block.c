// Two threads move a unit from one variable to another inside atomic blocks; a third one checks the sum.
// Taking and giving are two blocks: in between, a unit is missing.
// verdict: bug
// bug: assertion
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int left = 2, right;

static void *move(void *arg)
{
    mz_atomic_begin();
    atomic_store(&left, atomic_load(&left) - 1);
    mz_atomic_end();
    mz_atomic_begin();
    atomic_store(&right, atomic_load(&right) + 1);
    mz_atomic_end();
    return arg;
}

static void *check(void *arg)
{
    mz_atomic_begin();
    int sum = atomic_load(&left) + atomic_load(&right);
    mz_atomic_end();
    mz_assert(sum == 2); //~ assertion
    return arg;
}

int main(void)
{
    pthread_t threads[3];
    pthread_create(&threads[0], NULL, move, NULL);
    pthread_create(&threads[1], NULL, move, NULL);
    pthread_create(&threads[2], NULL, check, NULL);
    for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
    return 0;
}
