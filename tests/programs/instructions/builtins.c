// Compiler builtins: bit counting, byte swapping, overflow checks, expect, object size, constants, inline memory operations.
// native: same
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static void bit_counting(uint32_t x, uint64_t y)
{
    printf("%d %d %d %d ", __builtin_popcount(x), __builtin_popcountll(y), __builtin_parity(x), __builtin_parityll(y));
    printf("%d %d ", __builtin_ffs((int)x), __builtin_ffsll((long long)y));
    if (x && y)
        printf("%d %d %d %d ", __builtin_clz(x), __builtin_ctz(x), __builtin_clzll(y), __builtin_ctzll(y));
    printf("%d %d ", __builtin_clrsb((int)x), __builtin_clrsbll((long long)y));
    printf("%x %x %llx\n", __builtin_bswap16((uint16_t)x), __builtin_bswap32(x),
           (unsigned long long)__builtin_bswap64(y));
}

static void overflow_int(int a, int b)
{
    int r;
    int o = __builtin_add_overflow(a, b, &r);
    printf("%d %d ", o, r);
    o = __builtin_sub_overflow(a, b, &r);
    printf("%d %d ", o, r);
    o = __builtin_mul_overflow(a, b, &r);
    printf("%d %d\n", o, r);
}

static void overflow_wide(int64_t a, int64_t b)
{
    int64_t r;
    uint64_t u;
    int o = __builtin_add_overflow(a, b, &r);
    printf("%d %lld ", o, (long long)r);
    o = __builtin_mul_overflow(a, b, &r);
    printf("%d %lld ", o, (long long)r);
    o = __builtin_sub_overflow((uint64_t)a, (uint64_t)b, &u);
    printf("%d %llu ", o, (unsigned long long)u);
    o = __builtin_mul_overflow((uint64_t)a, (uint64_t)b, &u);
    printf("%d %llu\n", o, (unsigned long long)u);
}

static void overflow_mixed(int a, unsigned b)
{
    int8_t narrow;
    uint16_t half;
    int64_t wide;
    int o1 = __builtin_add_overflow(a, b, &narrow);
    int o2 = __builtin_mul_overflow(a, b, &half);
    int o3 = __builtin_sub_overflow(a, b, &wide);
    printf("%d %d %d %d %d %lld\n", o1, narrow, o2, half, o3, (long long)wide);
}

struct header { uint32_t magic; uint16_t version; char name[10]; };

static void inline_memory(void)
{
    struct header h = { 0x12345678, 7, "header" }, copy;
    unsigned char raw[sizeof h];
    __builtin_memcpy(raw, &h, sizeof h);
    __builtin_memcpy(&copy, raw, sizeof copy);
    float f = 1.0f;
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    printf("%x %d %s %x %d\n", copy.magic, copy.version, copy.name, bits, __builtin_memcmp(&h, &copy, sizeof h));
    __builtin_memset(&copy, 0, sizeof copy);
    printf("%x %zu %d\n", copy.magic, __builtin_strlen(h.name), __builtin_strcmp(h.name, "header"));
    memmove(raw + 2, raw, 4);
    printf("%02x%02x%02x%02x\n", raw[2], raw[3], raw[4], raw[5]);
}

static int likely_path(int x)
{
    if (__builtin_expect(x > 100, 0))
        return 1;
    if (__builtin_expect(!!(x & 1), 1))
        return 2;
    switch (__builtin_expect(x, 4)) {
    case 4: return 3;
    default: return 4;
    }
}

static int assumed(int x)
{
    if (x < 0)
        __builtin_unreachable();
    return x % 8;
}

int main(void)
{
    static const uint64_t values[] = { 0, 1, 0x80000000, 0xffffffff, 0x12345678, 0x8000000000000001, 0xdeadbeefcafebabe,
        UINT64_MAX };
    for (unsigned i = 0; i < sizeof values / sizeof values[0]; i++)
        bit_counting((uint32_t)values[i], values[i]);
    int ints[] = { 0, 1, -1, INT_MAX, INT_MIN, 65536, -46341 };
    for (int i = 0; i < 7; i++)
        for (int j = 0; j < 7; j++) {
            overflow_int(ints[i], ints[j]);
            overflow_wide((int64_t)ints[i] * ints[j], (int64_t)((uint64_t)ints[j] * 0x100000001));
            overflow_mixed(ints[i], (unsigned)ints[j]);
        }
    inline_memory();
    printf("%d %d %d %d %d\n", likely_path(101), likely_path(7), likely_path(4), likely_path(8), assumed(29));
    char buffer[40];
    printf("%zu %d %d\n", __builtin_object_size(buffer, 0), __builtin_constant_p(3),
           __builtin_types_compatible_p(int, signed));
    printf("%d %g %d\n", __builtin_abs(-5), __builtin_fabs(-2.5), __builtin_isnan(__builtin_nan("")));
    int *prefetched = ints;
    __builtin_prefetch(prefetched);
    int *aligned = __builtin_assume_aligned(prefetched, 4);
    printf("%d %d\n", aligned[3] == INT_MAX, __builtin_choose_expr(1, 10, "x"));
    return 0;
}
