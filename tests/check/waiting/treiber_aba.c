// Two threads pop and push from a Treiber stack of two nodes; one of them pops both and puts the first one back while the other is about to swap:
// the second node comes back. With a version beside the top it does not.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

// The top is an index (0: none) and, where it is fixed, a version above it.
static atomic_uint top = 1;
static atomic_uint next[3] = {0, 2, 0};
static int taken[3];

static unsigned swapped(unsigned old, unsigned index)
{
#ifdef FIXED
    return ((old >> 8) + 1) << 8 | index;
#else
    (void)old;
    return index;
#endif
}

static unsigned pop(void)
{
    unsigned old = atomic_load(&top);
    while ((old & 255) != 0) {
        unsigned after = atomic_load(&next[old & 255]);
        if (atomic_compare_exchange_strong(&top, &old, swapped(old, after))) break;
    }
    return old & 255;
}

static void push(unsigned index)
{
    unsigned old = atomic_load(&top);
    do {
        atomic_store(&next[index], old & 255);
    } while (!atomic_compare_exchange_strong(&top, &old, swapped(old, index)));
}

static void *pop_one(void *arg)
{
    taken[pop()]++;
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, pop_one, NULL);
    unsigned first = pop(), second = pop();
    if (first != 0) push(first);
    pthread_join(thread, NULL);
    if (second != 0) taken[second]++;
    unsigned left = pop();
    taken[left]++;
    assert(taken[2] <= 1); //~ assertion
    return 0;
}
