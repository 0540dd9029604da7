// Signed and unsigned division and remainder at every width, by variables and by constants.
// native: same
#include <stdint.h>
#include <stdio.h>

#define DIVIDE(type, name)                                                                  \
    static void name(type a, type b)                                                        \
    {                                                                                       \
        printf("%s %lld/%lld %lld %lld\n", #name, (long long)a, (long long)b,               \
               (long long)(type)(a / b), (long long)(type)(a % b));                         \
    }

DIVIDE(int8_t, s8)
DIVIDE(uint8_t, u8)
DIVIDE(int16_t, s16)
DIVIDE(uint16_t, u16)
DIVIDE(int32_t, s32)
DIVIDE(uint32_t, u32)
DIVIDE(int64_t, s64)
DIVIDE(uint64_t, u64)

/* Division by a constant is strength-reduced at -O1 and above. */
static void by_constants(int32_t a, uint32_t b, int64_t c, uint64_t d)
{
    printf("%d %d %d %d %d %d\n", a / 2, a % 2, a / 7, a % 7, a / -10, a % -10);
    printf("%u %u %u %u %u %u\n", b / 3, b % 3, b / 641, b % 641, b / 0x80000000u, b % 1000000007u);
    printf("%lld %lld %lld %lld\n", (long long)(c / 8), (long long)(c % 8), (long long)(c / 1000000007),
           (long long)(c % -13));
    printf("%llu %llu %llu %llu\n", (unsigned long long)(d / 10), (unsigned long long)(d % 10),
           (unsigned long long)(d / 0xffffffffffffff), (unsigned long long)(d % 97));
}

int main(void)
{
    static const int64_t a[] = { 0, 1, -1, 7, -7, 100, -100, 127, 12345, -30000, 2147483647, -2147483647, INT64_MAX,
        -INT64_MAX };
    static const int64_t b[] = { 1, 2, -2, 3, -3, 10, 127, 1000, -1001, 65537, -2147483647, INT64_MAX };
    for (unsigned i = 0; i < sizeof a / sizeof a[0]; i++) {
        for (unsigned j = 0; j < sizeof b / sizeof b[0]; j++) {
            if ((uint8_t)b[j]) {
                s8((int8_t)a[i], (int8_t)b[j]);
                u8((uint8_t)a[i], (uint8_t)b[j]);
            }
            if ((uint16_t)b[j]) {
                s16((int16_t)a[i], (int16_t)b[j]);
                u16((uint16_t)a[i], (uint16_t)b[j]);
            }
            if ((uint32_t)b[j] && (int32_t)b[j] != -1) {
                s32((int32_t)a[i], (int32_t)b[j]);
                u32((uint32_t)a[i], (uint32_t)b[j]);
            }
            s64(a[i], b[j]);
            u64((uint64_t)a[i], (uint64_t)b[j]);
        }
        by_constants((int32_t)a[i], (uint32_t)a[i], a[i], (uint64_t)a[i]);
    }
    /* The operands are promoted to int, so these do not overflow. */
    int8_t smallest8 = INT8_MIN, minus_one8 = -1;
    int16_t smallest16 = INT16_MIN, minus_one16 = -1;
    printf("%d %d\n", smallest8 / minus_one8, smallest16 / minus_one16);
    return 0;
}
