// C11 atomics in every memory order: loads, stores, read-modify-writes, fences, flags, and message passing between threads.
// native: same
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int x;

static void loads_and_stores(void)
{
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    int a = atomic_load_explicit(&x, memory_order_relaxed);
    atomic_store_explicit(&x, 2, memory_order_release);
    int b = atomic_load_explicit(&x, memory_order_acquire);
    atomic_store_explicit(&x, 3, memory_order_seq_cst);
    int c = atomic_load_explicit(&x, memory_order_seq_cst);
    atomic_store(&x, 4);
    int d = atomic_load_explicit(&x, memory_order_consume);
    x = 5;
    int e = x;
    printf("%d %d %d %d %d\n", a, b, c, d, e);
}

#define FOR_EACH_ORDER(apply)                                                                         \
    apply(memory_order_relaxed) apply(memory_order_acquire) apply(memory_order_release)               \
    apply(memory_order_acq_rel) apply(memory_order_seq_cst)

#define MODIFY(order)                                                                                 \
    printf("%d ", atomic_fetch_add_explicit(&x, 7, order));                                           \
    printf("%d ", atomic_fetch_sub_explicit(&x, 3, order));                                           \
    printf("%d ", atomic_fetch_or_explicit(&x, 0x50, order));                                         \
    printf("%d ", atomic_fetch_and_explicit(&x, 0x7e, order));                                        \
    printf("%d ", atomic_fetch_xor_explicit(&x, 0x33, order));                                        \
    printf("%d\n", atomic_exchange_explicit(&x, 9, order));

#define COMPARE(order)                                                                                \
    expected = 100;                                                                                   \
    done = atomic_compare_exchange_strong_explicit(&x, &expected, 1, order, memory_order_relaxed);    \
    printf("%d %d ", done, expected);                                                                 \
    done = atomic_compare_exchange_strong_explicit(&x, &expected, expected + 1, order, memory_order_relaxed); \
    printf("%d %d\n", done, atomic_load(&x));                                                         \
    expected = atomic_load(&x);                                                                       \
    while (!atomic_compare_exchange_weak_explicit(&x, &expected, expected * 2, order, memory_order_relaxed)) \
        ;                                                                                             \
    printf("%d\n", atomic_load(&x));

static void modify(void)
{
    FOR_EACH_ORDER(MODIFY)
}

static void compare(void)
{
    int expected;
    _Bool done;
    FOR_EACH_ORDER(COMPARE)
    expected = 0;
    done = atomic_compare_exchange_strong_explicit(&x, &expected, 5, memory_order_acq_rel, memory_order_acquire);
    printf("%d %d ", done, expected);
    done = atomic_compare_exchange_strong_explicit(&x, &expected, 5, memory_order_seq_cst, memory_order_seq_cst);
    printf("%d %d\n", done, expected);
}

#define FENCE(order) atomic_thread_fence(order); atomic_signal_fence(order);

static void flags(void)
{
    atomic_flag flag = ATOMIC_FLAG_INIT;
    int a = atomic_flag_test_and_set(&flag);
    int b = atomic_flag_test_and_set_explicit(&flag, memory_order_acquire);
    atomic_flag_clear_explicit(&flag, memory_order_release);
    int c = atomic_flag_test_and_set(&flag);
    printf("%d %d %d\n", a, b, c);
}

static int payload;
static atomic_int ready;

static void *produce(void *unused)
{
    (void)unused;
    payload = 42;
    atomic_store_explicit(&ready, 1, memory_order_release);
    return NULL;
}

int main(void)
{
    loads_and_stores();
    modify();
    compare();
    flags();
    FOR_EACH_ORDER(FENCE)
    pthread_t producer;
    pthread_create(&producer, NULL, produce, NULL);
    while (!atomic_load_explicit(&ready, memory_order_acquire))
        ;
    printf("payload %d\n", payload);
    pthread_join(producer, NULL);
    x++;
    x += 5;
    --x;
    x ^= 3;
    x *= 3;
    printf("%d %d\n", x, atomic_is_lock_free(&x));
    return 0;
}
