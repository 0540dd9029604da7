// A thread waits until a small event counter has advanced by two; the counter is about to wrap round. It
// compares with the number that the counter will have then, which is small after the wrap: it does not wait
// at all.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

static _Atomic(uint8_t) counter = 254;
static atomic_int events;

static void *advance(void *arg)
{
    for (int i = 0; i < 2; i++) {
        atomic_fetch_add(&events, 1);
        atomic_fetch_add(&counter, 1);
    }
    return arg;
}

static void *wait_for_two(void *arg)
{
    uint8_t start = 254;
    uint8_t target = (uint8_t)(start + 2);
    while (atomic_load(&counter) < target) {
    }
    assert(atomic_load(&events) == 2); //~ assertion
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, advance, NULL);
    pthread_create(&threads[1], NULL, wait_for_two, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}
