// Locks built from atomics: test-and-set, ticket, MCS queue lock, Peterson's algorithm and a sequence lock.
// native: same
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>

enum { ROUNDS = 15 };
static int counter;

static atomic_flag flag = ATOMIC_FLAG_INIT;
static void *test_and_set(void *unused)
{
    (void)unused;
    for (int i = 0; i < ROUNDS; i++) {
        while (atomic_flag_test_and_set_explicit(&flag, memory_order_acquire))
            sched_yield();
        counter++;
        atomic_flag_clear_explicit(&flag, memory_order_release);
    }
    return NULL;
}

static atomic_uint next_ticket, serving;
static void *ticket(void *unused)
{
    (void)unused;
    for (int i = 0; i < ROUNDS; i++) {
        unsigned mine = atomic_fetch_add_explicit(&next_ticket, 1, memory_order_relaxed);
        while (atomic_load_explicit(&serving, memory_order_acquire) != mine)
            sched_yield();
        counter++;
        atomic_store_explicit(&serving, mine + 1, memory_order_release);
    }
    return NULL;
}

struct mcs_node { struct mcs_node *_Atomic next; atomic_bool locked; };
static struct mcs_node *_Atomic tail;
static void *mcs(void *unused)
{
    (void)unused;
    for (int i = 0; i < ROUNDS; i++) {
        struct mcs_node node;
        atomic_init(&node.next, NULL);
        atomic_init(&node.locked, true);
        struct mcs_node *previous = atomic_exchange(&tail, &node);
        if (previous) {
            atomic_store(&previous->next, &node);
            while (atomic_load(&node.locked))
                sched_yield();
        }
        counter++;
        struct mcs_node *expected = &node;
        if (atomic_load(&node.next) || !atomic_compare_exchange_strong(&tail, &expected, NULL)) {
            while (!atomic_load(&node.next))
                sched_yield();
            atomic_store(&atomic_load(&node.next)->locked, false);
        }
    }
    return NULL;
}

static atomic_int wants[2], turn;
static atomic_int next_side;
static void *peterson(void *unused)
{
    (void)unused;
    int me = atomic_fetch_add(&next_side, 1), other = 1 - me;
    for (int i = 0; i < ROUNDS; i++) {
        atomic_store(&wants[me], 1);
        atomic_store(&turn, other);
        while (atomic_load(&wants[other]) && atomic_load(&turn) == other)
            sched_yield();
        counter++;
        atomic_store(&wants[me], 0);
    }
    return NULL;
}

static atomic_uint sequence;
static atomic_int left, right;
static atomic_int torn;
static void *write_pair(void *unused)
{
    (void)unused;
    for (int i = 1; i <= ROUNDS; i++) {
        atomic_fetch_add(&sequence, 1);
        atomic_store(&left, i);
        atomic_store(&right, -i);
        atomic_fetch_add(&sequence, 1);
    }
    return NULL;
}
static void *read_pair(void *unused)
{
    (void)unused;
    for (int i = 0; i < ROUNDS; i++) {
        unsigned before;
        int l, r;
        do {
            while ((before = atomic_load(&sequence)) & 1)
                sched_yield();
            l = atomic_load(&left);
            r = atomic_load(&right);
        } while (atomic_load(&sequence) != before);
        if (l + r)
            atomic_fetch_add(&torn, 1);
    }
    return NULL;
}

static void run(const char *name, int threads, void *(*first)(void *), void *(*others)(void *))
{
    pthread_t ids[3];
    counter = 0;
    for (int i = 0; i < threads; i++)
        pthread_create(&ids[i], NULL, i ? others : first, NULL);
    for (int i = 0; i < threads; i++)
        pthread_join(ids[i], NULL);
    printf("%s %d\n", name, counter);
}

int main(void)
{
    run("test and set", 3, test_and_set, test_and_set);
    run("ticket", 3, ticket, ticket);
    run("mcs", 3, mcs, mcs);
    run("peterson", 2, peterson, peterson);
    run("sequence", 2, write_pair, read_pair);
    printf("torn %d, left %d\n", atomic_load(&torn), atomic_load(&left));
    return 0;
}
