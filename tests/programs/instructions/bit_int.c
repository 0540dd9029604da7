// Integers of odd widths: _BitInt makes types such as i7, i33 and i100.
// flags: -std=gnu2x
// stdout: 7 bits: 63 -64 -1 63
// stdout: 3 bits: 5 7 2
// stdout: 33 bits: 8589934591 4294967296 0
// stdout: signed 33 bits: -4294967296 -1 1
// stdout: 100 bits: fffffffff ffffffffffffffff
// stdout: shifted: 7 fffffffffffffffe
// stdout: divided: 158456325028 1
// stdout: converted: -3 13 2.5e+10
// stdout: member 21 -5 9
#include <stdio.h>

typedef _BitInt(7) int7;
typedef unsigned _BitInt(3) uint3;
typedef unsigned _BitInt(33) uint33;
typedef _BitInt(33) int33;
typedef unsigned _BitInt(100) uint100;

static int7 largest = 63, smallest = -64;

__attribute__((noinline)) static int7 complement(int7 x) { return ~x; }
__attribute__((noinline)) static uint33 successor(uint33 x) { return x + 1; }

static void show(const char *name, uint100 x)
{
    printf("%s: %llx %llx\n", name, (unsigned long long)(x >> 64), (unsigned long long)x);
}

struct holder { uint3 small; int7 middle; uint33 large; };

int main(void)
{
    printf("7 bits: %d %d %d %d\n", (int)largest, (int)smallest, (int)complement(0), (int)complement(smallest));
    uint3 three = 5;
    uint3 wrapped = three + (uint3)2, overflowed = three * (uint3)2;
    printf("3 bits: %d %d %d\n", (int)three, (int)wrapped, (int)overflowed);
    uint33 ones = ~(uint33)0;
    printf("33 bits: %llu %llu %llu\n", (unsigned long long)ones, (unsigned long long)((ones >> 1) + 1),
           (unsigned long long)successor(ones));
    int33 negative = -4294967296LL;
    printf("signed 33 bits: %lld %lld %d\n", (long long)negative, (long long)(negative >> 32), negative < 0);
    uint100 wide = ~(uint100)0;
    show("100 bits", wide);
    show("shifted", (wide << 1) & ((uint100)7 << 64 | ~0ULL));
    uint100 quotient = ((uint100)1 << 99) / 4000000000000000000ULL;
    printf("divided: %llu %d\n", (unsigned long long)quotient, (int)(wide % 2));
    printf("converted: %d %d %g\n", (int)(int7)(-3.7), (int)(uint33)13.9, (double)(uint33)2500000000ULL * 10);
    struct holder h = { 5, -5, 9 };
    h.small += 0;
    printf("member %d %d %d\n", (int)h.small + (int)sizeof h, (int)h.middle, (int)h.large);
    return 0;
}
