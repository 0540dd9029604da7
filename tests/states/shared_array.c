// Two threads write to elements of a shared array, again and again: one to those with an even index, the other to those
// with an odd one. What they look at before each round is shared.
// states: 2604
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 8
#endif
#ifndef ROUNDS
#define ROUNDS 8
#endif

static atomic_int array[N], rounds;

static void *write_elements(void *arg)
{
    int self = (int)(intptr_t)arg;
    for (int round = 1; round <= ROUNDS; round++) {
        atomic_fetch_add(&rounds, 1);
        for (int i = self; i < N; i += 2) atomic_store(&array[i], round);
        assert(atomic_load(&array[self]) == round);
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    for (intptr_t i = 0; i < 2; i++) pthread_create(&threads[i], NULL, write_elements, (void *)i);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    assert(rounds == 2 * ROUNDS);
    return 0;
}
