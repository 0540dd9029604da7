// Atomic operations on 1, 2, 4 and 8 bytes, signed and unsigned, booleans, pointers, floating point, min/max loops and nand.
// native: same
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>

#define OPERATIONS(type, name)                                                                             \
    static void name(type start, type operand)                                                             \
    {                                                                                                      \
        struct { type before; _Atomic type value; type after; } s = { 0x55, start, 0x66 };                 \
        type expected = start;                                                                             \
        printf("%s", #name);                                                                               \
        printf(" %lld", (long long)atomic_fetch_add(&s.value, operand));                                   \
        printf(" %lld", (long long)atomic_fetch_sub(&s.value, (type)3));                                   \
        printf(" %lld", (long long)atomic_fetch_xor(&s.value, operand));                                   \
        printf(" %lld", (long long)atomic_fetch_or(&s.value, (type)0x21));                                 \
        printf(" %lld", (long long)atomic_fetch_and(&s.value, (type)~2));                                  \
        printf(" %lld", (long long)atomic_exchange(&s.value, start));                                      \
        printf(" %d", atomic_compare_exchange_strong(&s.value, &expected, operand));                       \
        printf(" %d", atomic_compare_exchange_strong(&s.value, &expected, (type)1) || expected == operand); \
        printf(" %lld", (long long)(type)(s.value += operand));                                            \
        printf(" %lld", (long long)(s.value++));                                                           \
        printf(" %lld", (long long)(--s.value));                                                           \
        printf(" %d %d\n", (int)s.before, (int)s.after);                                                        \
    }

OPERATIONS(int8_t, s8)
OPERATIONS(uint8_t, u8)
OPERATIONS(int16_t, s16)
OPERATIONS(uint16_t, u16)
OPERATIONS(int32_t, s32)
OPERATIONS(uint32_t, u32)
OPERATIONS(int64_t, s64)
OPERATIONS(uint64_t, u64)

static void gnu_builtins(void)
{
    uint32_t word = 0xf0f0;
    uint8_t byte = 0xff;
    printf("%x ", __atomic_fetch_nand(&word, 0xff00, __ATOMIC_SEQ_CST));
    printf("%x %x\n", word, __atomic_nand_fetch(&byte, 0x0f, __ATOMIC_RELAXED));
    printf("%x ", __atomic_add_fetch(&byte, 0x20, __ATOMIC_ACQ_REL));
    printf("%x ", __atomic_load_n(&byte, __ATOMIC_ACQUIRE));
    __atomic_store_n(&byte, 7, __ATOMIC_RELEASE);
    uint8_t old, replacement = 9;
    __atomic_exchange(&byte, &replacement, &old, __ATOMIC_SEQ_CST);
    printf("%d %d\n", old, byte);
    char flag = 0;
    int first = __atomic_test_and_set(&flag, __ATOMIC_SEQ_CST), second = __atomic_test_and_set(&flag, __ATOMIC_SEQ_CST);
    __atomic_clear(&flag, __ATOMIC_SEQ_CST);
    printf("%d %d %d\n", first, second, flag);
}

static void maximum(_Atomic int *target, int candidate)
{
    int current = atomic_load(target);
    while (current < candidate && !atomic_compare_exchange_weak(target, &current, candidate))
        ;
}

static void pointers(void)
{
    static int array[8] = { 0, 1, 2, 3, 4, 5, 6, 7 };
    int *_Atomic p = array;
    int *old = p;
    p++;
    printf("%d %d ", *old, *p);
    ++p;
    p++;
    printf("%d ", *atomic_exchange(&p, &array[7]));
    int *expected = &array[7];
    int done = atomic_compare_exchange_strong(&p, &expected, array);
    printf("%d %d\n", done, *p);
}

static void floating(void)
{
    _Atomic double d = 1.5;
    _Atomic float f = 2.5f;
    d += 2.25;
    f *= 2;
    double expected = 3.75;
    int done = atomic_compare_exchange_strong(&d, &expected, 9.0);
    printf("%g %g %d %g\n", d, (double)f, done, expected);
    atomic_bool b = 0;
    printf("%d ", atomic_exchange(&b, 1));
    printf("%d ", b);
    b = 0;
    printf("%d\n", b);
}

int main(void)
{
    s8(100, 27);
    u8(200, 100);
    s16(-30000, 1234);
    u16(65000, 5000);
    s32(-5, 2000000);
    u32(4000000000u, 500000000u);
    s64(-1, 1LL << 40);
    u64(UINT64_MAX, 0x123456789abcdef);
    gnu_builtins();
    _Atomic int largest = 3;
    for (int i = 0; i < 10; i++)
        maximum(&largest, i * 7 % 10);
    printf("%d\n", largest);
    pointers();
    floating();
    return 0;
}
