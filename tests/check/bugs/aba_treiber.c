// A Treiber stack of three nodes named by small numbers; one thread pops once, another one pops two nodes and
// pushes the first of them back. ABA: the first thread loads the top and its successor, sleeps while the
// other one works, and finds the same top again. Its compare-and-swap succeeds and puts a node on top that
// the other thread owns.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#define NODES 3
#define VERSION 16 // the top is a node's number plus a multiple of this

static atomic_uint next[NODES + 1]; // node 0 is the end of the stack
static atomic_uint top;
static unsigned taken_once, taken_twice;

static unsigned with_version(unsigned node, unsigned old_top)
{
    (void)old_top;
    return node;
}

static void push(unsigned node)
{
    unsigned old = atomic_load(&top);
    do {
        atomic_store(&next[node], old % VERSION);
    } while (!atomic_compare_exchange_strong(&top, &old, with_version(node, old)));
}

static unsigned pop(void)
{
    unsigned old = atomic_load(&top), second;
    do {
        if (old % VERSION == 0) return 0;
        second = atomic_load(&next[old % VERSION]);
    } while (!atomic_compare_exchange_strong(&top, &old, with_version(second, old)));
    return old % VERSION;
}

static void *pop_once(void *arg)
{
    taken_once = pop();
    return arg;
}

static void *pop_two_push_one(void *arg)
{
    unsigned first = pop();
    taken_twice = pop();
    push(first);
    return arg;
}

int main(void)
{
    for (unsigned node = 1; node <= NODES; node++) push(node);
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, pop_once, NULL);
    pthread_create(&threads[1], NULL, pop_two_push_one, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    int owners[NODES + 1] = {0};
    owners[taken_once]++;
    owners[taken_twice]++;
    unsigned node = atomic_load(&top) % VERSION;
    for (; node != 0; node = atomic_load(&next[node])) owners[node]++;
    for (int i = 1; i <= NODES; i++) assert(owners[i] == 1); //~ assertion
    return 0;
}
