// Atomic structs of odd and large sizes, which the compiler turns into __atomic_load/store/exchange/compare_exchange calls.
// flags: -Wno-atomic-alignment
// native: same
#include <stdatomic.h>
#include <stdio.h>

struct three { char bytes[3]; };
struct pair { int a, b; };
struct large { long values[5]; };

static _Atomic struct three small;
static _Atomic struct pair pair;
static _Atomic struct large large;

static void odd_size(void)
{
    atomic_store(&small, ((struct three){ { 'a', 'b', 'c' } }));
    struct three old = atomic_exchange(&small, ((struct three){ { 'x', 'y', 'z' } }));
    struct three now = atomic_load(&small);
    printf("%.3s %.3s\n", old.bytes, now.bytes);
}

static void eight_bytes(void)
{
    pair = (struct pair){ 1, 2 };
    struct pair expected = { 1, 3 }, desired = { 5, 6 };
    int first = atomic_compare_exchange_strong(&pair, &expected, desired);
    int second = atomic_compare_exchange_strong(&pair, &expected, desired);
    struct pair now = pair;
    printf("%d %d %d %d %d %d\n", first, second, expected.a, expected.b, now.a, now.b);
}

static void through_a_lock(void)
{
    struct large value = { { 1, 2, 3, 4, 5 } };
    atomic_store(&large, value);
    value.values[4] = 50;
    struct large old = atomic_exchange(&large, value);
    struct large expected = old;
    int first = atomic_compare_exchange_strong(&large, &expected, old);
    int second = atomic_compare_exchange_strong(&large, &expected, old);
    struct large now = atomic_load(&large);
    printf("%ld %d %ld %d %ld %d\n", old.values[4], first, expected.values[4], second, now.values[4],
           atomic_is_lock_free(&large));
}

static void plain_objects(void)
{
    struct large a = { { 9, 8, 7, 6, 5 } }, b, c = { { 1, 1, 1, 1, 1 } };
    __atomic_load(&a, &b, __ATOMIC_SEQ_CST);
    __atomic_store(&a, &c, __ATOMIC_RELEASE);
    printf("%ld %ld\n", b.values[0], a.values[0]);
}

int main(void)
{
    odd_size();
    eight_bytes();
    through_a_lock();
    plain_objects();
    return 0;
}
