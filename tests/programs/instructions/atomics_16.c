// Sixteen-byte atomics with cmpxchg16b: load, store, exchange, compare and exchange, an ABA-safe stack.
// flags: -mcx16
// native: same
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

typedef unsigned __int128 u128;

static u128 wide;

static void show(const char *what, u128 x)
{
    printf("%s %llx:%llx\n", what, (unsigned long long)(x >> 64), (unsigned long long)x);
}

static void basic(void)
{
    u128 value = (u128)5 << 64 | 6, old, expected;
    __atomic_store(&wide, &value, __ATOMIC_SEQ_CST);
    __atomic_load(&wide, &old, __ATOMIC_SEQ_CST);
    show("loaded", old);
    value = (u128)7 << 64;
    __atomic_exchange(&wide, &value, &old, __ATOMIC_SEQ_CST);
    show("exchanged", old);
    expected = 1;
    int done = __atomic_compare_exchange(&wide, &expected, &old, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    printf("%d ", done);
    show("expected", expected);
    done = __atomic_compare_exchange(&wide, &expected, &old, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
    printf("%d ", done);
    show("stored", wide);
    show("sync", __sync_val_compare_and_swap(&wide, old, (u128)11 << 64 | 12));
    printf("%d ", __sync_bool_compare_and_swap(&wide, old, (u128)0));
    show("kept", wide);
}

/* A Treiber stack whose head is a pointer and a version, changed together. */
struct node { struct node *next; int value; };
static u128 head;

static u128 pack(struct node *node, uint64_t version) { return (u128)version << 64 | (uintptr_t)node; }
static struct node *node_of(u128 h) { return (struct node *)(uintptr_t)h; }

static void push(struct node *node)
{
    u128 old, new;
    do {
        __atomic_load(&head, &old, __ATOMIC_SEQ_CST);
        node->next = node_of(old);
        new = pack(node, (uint64_t)(old >> 64) + 1);
    } while (!__atomic_compare_exchange(&head, &old, &new, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
}

enum { THREADS = 3, PUSHES = 20 };
static struct node nodes[THREADS][PUSHES];

static void *pusher(void *argument)
{
    struct node *mine = argument;
    for (int i = 0; i < PUSHES; i++)
        push(&mine[i]);
    return NULL;
}

int main(void)
{
    basic();
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
        for (int j = 0; j < PUSHES; j++)
            nodes[i][j].value = i * 100 + j;
        pthread_create(&threads[i], NULL, pusher, nodes[i]);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    int count = 0, sum = 0;
    for (struct node *n = node_of(head); n; n = n->next) {
        count++;
        sum += n->value;
    }
    printf("%d nodes, sum %d, version %d\n", count, sum, (int)(head >> 64));
    return 0;
}
