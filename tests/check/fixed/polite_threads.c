// Two threads at a door that each lets the other go first. When both are there at once, it is the turn of one
// of them.
// verdict: ok
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

static atomic_int at_the_door[2];
static atomic_int turn;

static void *pass(void *arg)
{
    int self = (int)(intptr_t)arg, other = 1 - self;
    atomic_store(&at_the_door[self], 1);
    while (atomic_load(&at_the_door[other]) && atomic_load(&turn) == other) {
    }
    atomic_store(&at_the_door[self], 0);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, pass, (void *)0);
    pthread_create(&threads[1], NULL, pass, (void *)1);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}
