// Two threads each add 1 or 2 to a variable, as they like, in an atomic block. What is chosen in a block is a choice of
// the block. The blocks come in two orders, with four combinations of choices: 8 traces.
// verdict: ok
// traces: 8
#include <mazurka.h>
#include <pthread.h>
#include <stddef.h>

static int sum;

static void *add(void *arg)
{
    mz_atomic_begin();
    if (mz_choose(2) == 0) sum = sum + 1;
    else sum = sum + 2;
    mz_atomic_end();
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, add, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return sum < 2 || sum > 4;
}
