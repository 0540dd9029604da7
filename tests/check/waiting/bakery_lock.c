// Lamport's bakery with two customers: each waits while the other draws a number, and while the other's number is lower. Without the first wait both
// may have drawn the same number, and both enter.
// verdict: bug
// bug: data-race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

static atomic_int drawing[2], number[2];
static int entered;

static void *enter(void *arg)
{
    int self = (int)(intptr_t)arg, other = 1 - self;
    atomic_store(&drawing[self], 1);
    int mine = atomic_load(&number[other]) + 1;
    atomic_store(&number[self], mine);
    atomic_store(&drawing[self], 0);
#ifdef FIXED
    while (atomic_load(&drawing[other])) {
    }
#endif
    for (;;) {
        int theirs = atomic_load(&number[other]);
        if (theirs == 0 || theirs > mine || (theirs == mine && self == 0)) break;
    }
    entered++; //~ data-race
    atomic_store(&number[self], 0);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, enter, (void *)(intptr_t)i);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    assert(entered == 2);
    return 0;
}
