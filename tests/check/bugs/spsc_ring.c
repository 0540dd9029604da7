// Lamport's bounded queue of one producer and one consumer: no locks, the indices say which of the two owns which slot.
// The indices are relaxed, so nothing orders the accesses to a slot.
// verdict: bug
// bug: data-race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#define PUBLISH memory_order_relaxed
#define OBSERVE memory_order_relaxed

#define SIZE 1
#define ITEMS 2

static int slots[SIZE];
static atomic_int head, tail; // both count items; head: taken, tail: put

static void *produce(void *arg)
{
    for (int i = 0; i < ITEMS; i++) {
        while (i - atomic_load_explicit(&head, OBSERVE) == SIZE) {
        }
        slots[i % SIZE] = i; //~ data-race
        atomic_store_explicit(&tail, i + 1, PUBLISH);
    }
    return arg;
}

static void *consume(void *arg)
{
    for (int i = 0; i < ITEMS; i++) {
        while (atomic_load_explicit(&tail, OBSERVE) == i) {
        }
        assert(slots[i % SIZE] == i); //~ data-race
        atomic_store_explicit(&head, i + 1, PUBLISH);
    }
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, produce, NULL);
    pthread_create(&threads[1], NULL, consume, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}
