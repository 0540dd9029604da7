// Shifts by every amount at every width, arithmetic and logical, and rotations.
// native: same
#include <stdint.h>
#include <stdio.h>

static void shift8(uint8_t x)
{
    for (int n = 0; n < 8; n++)
        printf("%02x %02x %d;", (uint8_t)(x << n), (uint8_t)(x >> n), (int8_t)x >> n);
    putchar('\n');
}

static void shift16(uint16_t x)
{
    for (int n = 0; n < 16; n++)
        printf("%04x %04x %d;", (uint16_t)(x << n), (uint16_t)(x >> n), (int16_t)x >> n);
    putchar('\n');
}

static void shift32(uint32_t x)
{
    for (int n = 0; n < 32; n++)
        printf("%x %x %d;", x << n, x >> n, (int32_t)x >> n);
    putchar('\n');
}

static void shift64(uint64_t x)
{
    for (int n = 0; n < 64; n++)
        printf("%llx %llx %lld;", (unsigned long long)(x << n), (unsigned long long)(x >> n),
               (long long)((int64_t)x >> n));
    putchar('\n');
}

static uint8_t rotate8(uint8_t x, unsigned n) { return (uint8_t)(x << (n & 7) | x >> (-n & 7)); }
static uint16_t rotate16(uint16_t x, unsigned n) { return (uint16_t)(x << (n & 15) | x >> (-n & 15)); }
static uint32_t rotate32(uint32_t x, unsigned n) { return x << (n & 31) | x >> (-n & 31); }
static uint64_t rotate64(uint64_t x, unsigned n) { return x << (n & 63) | x >> (-n & 63); }

static void rotations(uint64_t x)
{
    for (unsigned n = 0; n < 70; n += 3)
        printf("%x %x %x %llx\n", rotate8((uint8_t)x, n), rotate16((uint16_t)x, n), rotate32((uint32_t)x, n),
               (unsigned long long)rotate64(x, n));
}

int main(void)
{
    static const uint64_t values[] = { 1, 0x80, 0xa5, 0x8001, 0xdeadbeef, 0x8000000000000001, UINT64_MAX };
    for (unsigned i = 0; i < sizeof values / sizeof values[0]; i++) {
        shift8((uint8_t)values[i]);
        shift16((uint16_t)values[i]);
        shift32((uint32_t)values[i]);
        shift64(values[i]);
        rotations(values[i]);
    }
    unsigned char amount = 3;
    unsigned long wide = 5;
    int shifted = 1;
    shifted <<= amount;
    shifted <<= wide;
    printf("%d\n", shifted);
    return 0;
}
