// aba.c fixed: the top carries a version that grows with every change, so that "the same buffer again" is another
// value. Buffer numbers are small; version and number fit into one word that is swapped in one step.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#define NONE 0u

struct buffer {
    atomic_uint next;
    atomic_int users;
};

// Buffer n is buffers[n]; number 0 is none.
static struct buffer buffers[3];

// The version in the upper half, the number of the buffer in the lower.
static _Atomic uint64_t top = 1;

static unsigned number(uint64_t word) { return (unsigned)word; }
static uint64_t successor(uint64_t word, unsigned buffer) { return (((word >> 32) + 1) << 32) | buffer; }

static unsigned take(void)
{
    uint64_t old = top;
    while (number(old) != NONE) {
        unsigned next = buffers[number(old)].next;
        if (atomic_compare_exchange_strong(&top, &old, successor(old, next))) break;
    }
    if (number(old) != NONE) assert(atomic_fetch_add(&buffers[number(old)].users, 1) == 0);
    return number(old);
}

static void give_back(unsigned buffer)
{
    atomic_fetch_sub(&buffers[buffer].users, 1);
    uint64_t old = top;
    do buffers[buffer].next = number(old);
    while (!atomic_compare_exchange_strong(&top, &old, successor(old, buffer)));
}

static void *one(void *arg)
{
    take();
    take();
    return arg;
}

static void *two(void *arg)
{
    unsigned first = take();
    take();
    if (first != NONE) give_back(first);
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    buffers[1].next = 2;
    pthread_create(&threads[0], NULL, one, NULL);
    pthread_create(&threads[1], NULL, two, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}
