// Arithmetic, comparisons and conversions on every scalar type.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

typedef unsigned __int128 u128;

struct bits {
    unsigned low : 3;
    signed middle : 11;
    unsigned long wide : 40;
    bool flag : 1;
};

static int8_t narrow(int64_t value) { return (int8_t)(value >> 3); }

u128 multiply(u128 a, u128 b) { return a * b + (a / (b | 1)) - (a % (b | 3)) + (a << 65) + (a >> 17); }

int64_t integers(int8_t a, uint16_t b, int32_t c, uint64_t d) {
    int64_t sum = a * b + c;
    sum ^= (int64_t)(d / (b + 1u)) - (int64_t)(d % (b + 7u));
    sum += c / (a | 1) + c % (b | 1);
    sum |= (int64_t)(d << (a & 31)) & ~(int64_t)(d >> (b & 63));
    return (sum > 0) + (d < 17u) + (c <= a) * 3 + (a >= c ? narrow(sum) : -narrow(-sum));
}

double floats(float a, double b, int i, unsigned long u) {
    float scaled = a * 0.1f + -a / 3.0f - (float)i + (float)u;
    double mixed = b * scaled - fmod(b, 2.5) + (double)(long)b + (double)(unsigned)a;
    if (a < b || b >= 1e300 || isnan(b) || a != a)
        mixed += INFINITY;
    return !(a > b) ? mixed : -mixed;
}

long double extended(long double a, double b) { return a * b + 0.5L; }

#if __clang_major__ > 14
_Float16 half(_Float16 a, float b) { return a + (_Float16)b; }
#endif

int bit_fields(struct bits *bits, int by) {
    bits->low += by;
    bits->middle -= by;
    bits->wide = bits->wide * 3 + bits->low;
    bits->flag ^= by & 1;
    return bits->middle + (int)bits->wide + bits->flag;
}

bool logic(bool a, int b, const char *c) { return (a && b > 3) || (c && *c == '\n') || !(b & 8); }

unsigned builtins(unsigned a, unsigned long b) {
    unsigned result;
    if (__builtin_add_overflow(a, 77u, &result) || __builtin_mul_overflow((int)a, 12345, (int *)&result))
        result = __builtin_popcount(a) + __builtin_clzl(b | 1) + __builtin_ctz(a | 16);
    return result + __builtin_bswap32(a) + (a << 7 | a >> 25) + __builtin_expect(a == 3, 0);
}

int choose(int code) {
    switch (code) {
    case -5: return 10;
    case 0 ... 3: return code * 7;
    case 100: return choose(code - 1);
    case 1000000: return -1;
    default: return code > 0 ? 1 : 0;
    }
}
