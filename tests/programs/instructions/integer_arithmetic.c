// Addition, subtraction, multiplication and bitwise operations at 8, 16, 32 and 64 bits.
// Unsigned results wrap; signed operands are chosen so that nothing overflows.
// native: same
#include <stdint.h>
#include <stdio.h>

#define BINARY_OPERATIONS(type, name)                                      \
    static void name(type a, type b)                                       \
    {                                                                      \
        printf("%-4s %llx %llx:", #name, (unsigned long long)a,            \
               (unsigned long long)b);                                     \
        printf(" + %llx", (unsigned long long)(type)(a + b));              \
        printf(" - %llx", (unsigned long long)(type)(a - b));              \
        printf(" * %llx", (unsigned long long)(type)(a * (uint64_t)b));    \
        printf(" & %llx", (unsigned long long)(type)(a & b));              \
        printf(" | %llx", (unsigned long long)(type)(a | b));              \
        printf(" ^ %llx", (unsigned long long)(type)(a ^ b));              \
        printf(" ~ %llx", (unsigned long long)(type)~a);                   \
        printf(" - %llx\n", (unsigned long long)(type)(0 - a));            \
    }

BINARY_OPERATIONS(uint8_t, u8)
BINARY_OPERATIONS(uint16_t, u16)
BINARY_OPERATIONS(uint32_t, u32)
BINARY_OPERATIONS(uint64_t, u64)

static const uint64_t samples[] = {
    0, 1, 2, 0x7f, 0x80, 0xff, 0x100, 0x7fff, 0x8000, 0xffff, 0x12345678,
    0x7fffffff, 0x80000000, 0xffffffff, 0x123456789abcdef0, INT64_MAX, (uint64_t)INT64_MIN, UINT64_MAX,
};
enum { SAMPLES = sizeof samples / sizeof samples[0] };

static void signed_arithmetic(int8_t a, int16_t b, int32_t c, int64_t d)
{
    printf("promoted %d %d %d\n", a + b, a - b, a * b);
    printf("int %d %d %d\n", c + a, c / 2 - b, c / 200 * a);
    printf("long %lld %lld %lld\n", (long long)(d + c), (long long)(d - c), (long long)(d / 7 * 5));
    printf("negated %d %d %d %lld\n", -a, -b, -c, (long long)-d);
    printf("complement %d %d %d %lld\n", ~a, ~b, ~c, (long long)~d);
}

static void increments(void)
{
    uint8_t u = 255;
    int8_t s = -127;
    uint16_t w = 0;
    int old_u = u++, old_s = s--, new_w = --w;
    printf("%d %d %d %d %d %d\n", old_u, u, old_s, s, new_w, w);
}

static void compound_assignments(int x)
{
    unsigned char c = 200;
    short h = -5;
    long l = 1000000007L;
    c += x;
    h *= x;
    l -= h;
    c ^= 0xa5;
    h |= 0x40;
    l &= ~0xffL;
    printf("%d %d %ld\n", c, h, l);
}

int main(void)
{
    for (int i = 0; i < SAMPLES; i++) {
        uint64_t a = samples[i], b = samples[(i * 7 + 3) % SAMPLES];
        u8((uint8_t)a, (uint8_t)b);
        u16((uint16_t)a, (uint16_t)b);
        u32((uint32_t)a, (uint32_t)b);
        u64(a, b);
    }
    signed_arithmetic(-100, 30000, -2000000000, -9000000000000000000LL);
    signed_arithmetic(127, -32768, 2147483000, 4611686018427387904LL);
    increments();
    compound_assignments(77);
    return 0;
}
