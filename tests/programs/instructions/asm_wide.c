// Inline assembly: products and quotients of two words.
// native: same
#include <stdint.h>
#include <stdio.h>

static const uint64_t VALUES[] = {0, 1, 3, 0x7fffffff, 0x80000000, 0xffffffff, 1ull << 63, ~0ull, 0xfedcba9876543210};
enum { COUNT = sizeof VALUES / sizeof *VALUES };

static void multiply(uint64_t a, uint64_t b)
{
    uint64_t low, high;
    uint32_t low32, high32;
    uint8_t carry;
    __asm__("mulq %3; setc %2" : "=a"(low), "=d"(high), "=m"(carry) : "r"(b), "0"(a));
    printf("%llx %llx %d ", (unsigned long long)high, (unsigned long long)low, carry);
    __asm__("imulq %3; seto %2" : "=a"(low), "=d"(high), "=m"(carry) : "r"(b), "0"(a));
    printf("%llx %llx %d ", (unsigned long long)high, (unsigned long long)low, carry);
    __asm__("mull %3" : "=a"(low32), "=d"(high32) : "%0"((uint32_t)a), "rm"((uint32_t)b));
    printf("%x %x ", high32, low32);
    __asm__("imull %2" : "=a"(low32), "=d"(high32) : "rm"((uint32_t)b), "0"((uint32_t)a));
    printf("%x %x ", high32, low32);
    low = a;
    __asm__("imulq %2, %0; setc %1" : "+r"(low), "=m"(carry) : "r"(b));
    printf("%llx %d ", (unsigned long long)low, carry);
    __asm__("imull $-7, %1, %0" : "=r"(low32) : "r"((uint32_t)a));
    uint16_t word = (uint8_t)a;
    __asm__("mulb %1" : "+a"(word) : "q"((uint8_t)b));
    printf("%x %x\n", low32, word);
}

static void divide(uint64_t high, uint64_t low, uint64_t by)
{
    uint64_t quotient, rest;
    if (by > high) {
        __asm__("divq %4" : "=a"(quotient), "=d"(rest) : "0"(low), "1"(high), "r"(by) : "cc");
        printf("%llx %llx ", (unsigned long long)quotient, (unsigned long long)rest);
    }
    uint32_t quotient32, rest32;
    if ((uint32_t)by != 0) {
        __asm__("divl %4" : "=a"(quotient32), "=d"(rest32) : "0"((uint32_t)low), "1"(0), "rm"((uint32_t)by));
        printf("%x %x ", quotient32, rest32);
    }
    if ((uint32_t)by != 0 && (uint32_t)by != ~0u) {
        __asm__("cltd; idivl %3" : "=a"(quotient32), "=&d"(rest32) : "0"((uint32_t)low), "r"((uint32_t)by));
        printf("%x %x ", quotient32, rest32);
    }
    uint16_t word = 1000;
    __asm__("divb %1" : "+a"(word) : "q"((uint8_t)(by | 4)));
    printf("%x\n", word);
}

int main(void)
{
    for (int i = 0; i < COUNT; i++)
        for (int j = 0; j < COUNT; j++) {
            multiply(VALUES[i], VALUES[j]);
            divide(VALUES[i], VALUES[(i + 3) % COUNT], VALUES[j]);
        }
    return 0;
}
