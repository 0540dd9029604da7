// Conversions between integer widths, float and double, at the edges of what C defines.
// native: same
#include <float.h>
#include <stdint.h>
#include <stdio.h>

static void widths(int64_t x)
{
    int8_t a = (int8_t)x;
    uint8_t b = (uint8_t)x;
    int16_t c = (int16_t)x;
    uint16_t d = (uint16_t)x;
    int32_t e = (int32_t)x;
    uint32_t f = (uint32_t)x;
    printf("%d %d %d %d %d %u | ", a, b, c, d, e, f);
    printf("%lld %lld %lld %lld %lld %lld %d\n", (long long)a, (long long)b, (long long)c, (long long)d, (long long)e,
           (long long)f, (_Bool)x);
}

static void to_floating(int64_t x)
{
    printf("%.9g %.9g %.9g %.9g ", (double)(float)(int8_t)x, (double)(float)(uint16_t)x, (double)(float)(int32_t)x,
           (double)(float)(uint32_t)x);
    printf("%.9g %.9g ", (double)(float)x, (double)(float)(uint64_t)x);
    printf("%.17g %.17g %.17g\n", (double)(int32_t)x, (double)x, (double)(uint64_t)x);
}

/* Each value is in range of the type after truncation towards zero: anything else is undefined. */
static void from_floating(void)
{
    volatile double d;
    volatile float f;
    d = 127.99; printf("%d ", (int8_t)d);
    d = -128.99; printf("%d ", (int8_t)d);
    d = 255.99; printf("%d ", (uint8_t)d);
    d = -0.99; printf("%d ", (uint8_t)d);
    d = 65535.5; printf("%d\n", (uint16_t)d);
    d = 2147483647.9; printf("%d ", (int32_t)d);
    d = -2147483648.9; printf("%d ", (int32_t)d);
    d = 4294967295.9; printf("%u ", (uint32_t)d);
    d = 9223372036854774784.0; printf("%lld ", (long long)d);
    d = -9223372036854775808.0; printf("%lld ", (long long)d);
    d = 18446744073709549568.0; printf("%llu\n", (unsigned long long)d);
    f = 2147483520.0f; printf("%d ", (int32_t)f);
    f = 4294967040.0f; printf("%u ", (uint32_t)f);
    f = 9223371487098961920.0f; printf("%lld ", (long long)f);
    f = 18446742974197923840.0f; printf("%llu ", (unsigned long long)f);
    f = 9.3e18f; printf("%llu ", (unsigned long long)f);
    f = -3.99f; printf("%d %lld\n", (int)f, (long long)f);
    d = 0.1; printf("%d %d %d\n", (_Bool)d, (_Bool)-0.0, (_Bool)1e-320);
}

static void between_floats(void)
{
    volatile double values[] = { 0.1, 1.0 / 3, 16777217.0, 16777219.0, 3.4028234663852886e38, 3.4028235677973366e38,
                                 1e39, 1e-45, 7e-46, 1e-46, -1e-40, 1.1754943508222875e-38 };
    for (unsigned i = 0; i < sizeof values / sizeof values[0]; i++) {
        float narrowed = (float)values[i];
        double widened = narrowed;
        printf("%.17g -> %.9g -> %a\n", values[i], (double)narrowed, widened);
    }
}

static void pointer_round_trip(void)
{
    int object = 42;
    uintptr_t bits = (uintptr_t)&object;
    int *again = (int *)bits;
    printf("%d %d\n", *again, again == &object);
}

static void implicit(void)
{
    char c = 'A';
    short s = c * 1000;
    long l = s;
    float f = l;
    double d = f / 7;
    int i = d;
    unsigned u = -i;
    printf("%d %d %ld %.9g %.17g %d %u\n", c, s, l, (double)f, d, i, u);
}

int main(void)
{
    static const int64_t values[] = { 0, 1, -1, 127, 128, 255, 256, -129, 32768, 65535, 65536, 16777217, 33554435,
        2147483647, 2147483648, -2147483649, 4294967295, 4294967296, 9007199254740993, -9007199254740995, INT64_MAX, INT64_MIN };
    for (unsigned i = 0; i < sizeof values / sizeof values[0]; i++) {
        widths(values[i]);
        to_floating(values[i]);
    }
    from_floating();
    between_floats();
    pointer_round_trip();
    implicit();
    return 0;
}
