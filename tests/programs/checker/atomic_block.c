// Atomic blocks: increments of two variables are never seen apart; blocks nest.
// native: same
#include <mazurka.h>
#include <pthread.h>
#include <stdio.h>

static int first, second, torn;

static void bump(void)
{
    mz_atomic_begin();
    second++;
    mz_atomic_end();
}

static void *worker(void *unused)
{
    for (int i = 0; i < 10; i++) {
        mz_atomic_begin();
        torn |= first != second;
        first++;
        bump();
        mz_atomic_end();
    }
    return unused;
}

int main(void)
{
    pthread_t threads[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, worker, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    printf("%d %d %d\n", first, second, torn);
    mz_assert(first == second);
    return 0;
}
