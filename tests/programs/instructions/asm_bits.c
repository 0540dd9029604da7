// Inline assembly: single bits, scans, counts, byte order, shifts and rotations, with their flags.
// native: same
#include <stdint.h>
#include <stdio.h>

static const uint64_t VALUES[] = {0,          1,          2,          0x7f,       0x80,       0xff,
                                  0x8000,     0xffff,     0x7fffffff, 0x80000000, 0xffffffff, 0x12345678,
                                  1ull << 63, ~0ull >> 1, ~0ull,      0xfedcba9876543210};
enum { COUNT = sizeof VALUES / sizeof *VALUES };

static uint64_t hash = 14695981039346656037ull;

static void mix(uint64_t value)
{
    hash = (hash ^ value) * 1099511628211ull;
    hash ^= hash >> 29;
}

/* A target that begins as `a`, and the flags of `mask` (carry, zero, overflow: 1, 2, 4). */
#define RUN(mask, instruction, type, a, ...)                                                                        \
    do {                                                                                                            \
        type x_ = (type)(a);                                                                                        \
        uint8_t c_, z_, o_;                                                                                         \
        __asm__("xorl %%eax, %%eax\n\t" instruction "\n\tsetc %1; setz %2; seto %3"                                 \
                : "+&r"(x_), "=m"(c_), "=m"(z_), "=m"(o_)                                                           \
                : __VA_ARGS__                                                                                       \
                : "cc", "rax");                                                                                     \
        mix(x_);                                                                                                    \
        mix((c_ | z_ << 1 | o_ << 2) & (mask));                                                                     \
    } while (0)

static void bits(uint64_t a, uint64_t b)
{
    RUN(2, "bsfl %4, %0", uint32_t, a, "r"((uint32_t)b));
    RUN(2, "bsrl %4, %0", uint32_t, a, "r"((uint32_t)b));
    RUN(2, "bsfq %4, %0", uint64_t, a, "rm"(b));
    RUN(2, "bsrq %4, %0", uint64_t, a, "rm"(b));
    RUN(2, "bsrw %4, %0", uint16_t, a, "r"((uint16_t)b));
    RUN(2, "popcntl %4, %0", uint32_t, a, "r"((uint32_t)b));
    RUN(2, "popcntq %4, %0", uint64_t, a, "r"(b));
    RUN(1, "btl %4, %0", uint32_t, a, "r"((uint32_t)b));
    RUN(1, "btsl %4, %0", uint32_t, a, "r"((uint32_t)b));
    RUN(1, "btrq %4, %0", uint64_t, a, "r"(b));
    RUN(1, "btcq %4, %0", uint64_t, a, "r"(b));
    RUN(1, "btcw $5, %0", uint16_t, a, "r"(b));
}

static void shifts(uint64_t a, uint8_t by)
{
    RUN(3, "shll %4, %0", uint32_t, a, "c"(by));
    RUN(3, "shrl %4, %0", uint32_t, a, "c"(by));
    RUN(3, "sarl %4, %0", uint32_t, a, "c"(by));
    RUN(3, "shlq %4, %0", uint64_t, a, "c"(by));
    RUN(3, "shrq %4, %0", uint64_t, a, "c"(by));
    RUN(3, "sarq %4, %0", uint64_t, a, "c"(by));
    RUN(2, "sarw %4, %0", uint16_t, a, "c"(by));
    RUN(2, "shlw %4, %0", uint16_t, a, "c"(by));
    RUN(0, "rolw %4, %0", uint16_t, a, "c"(by));
    RUN(3, "roll %4, %0", uint32_t, a, "c"(by));
    RUN(3, "rorl %4, %0", uint32_t, a, "c"(by));
    RUN(3, "rolq %4, %0", uint64_t, a, "c"(by));
    RUN(3, "rorq %4, %0", uint64_t, a, "c"(by));
    RUN(3, "shldq %4, %5, %0", uint64_t, a, "c"(by), "r"(0x123456789abcdef0));
    RUN(3, "shrdl %4, %5, %0", uint32_t, a, "c"(by), "r"(0x9abcdef0));
}

static void constants(uint64_t a)
{
    RUN(7, "shll %0", uint32_t, a, "r"(0));
    RUN(7, "shrq $1, %0", uint64_t, a, "r"(0));
    RUN(7, "sarl $1, %0", uint32_t, a, "r"(0));
    RUN(7, "roll $1, %0", uint32_t, a, "r"(0));
    RUN(7, "rorq $1, %0", uint64_t, a, "r"(0));
    RUN(3, "shll $7, %0", uint32_t, a, "r"(0));
    RUN(3, "roll $13, %0", uint32_t, a, "r"(0));
    RUN(0, "bswapl %0", uint32_t, a, "r"(0));
    RUN(0, "bswap %0", uint64_t, a, "r"(0));
}

int main(void)
{
    for (int i = 0; i < COUNT; i++) {
        for (int j = 0; j < COUNT; j++)
            bits(VALUES[i], VALUES[j]);
        for (unsigned by = 0; by < 70; by += 3)
            shifts(VALUES[i], (uint8_t)by);
        constants(VALUES[i]);
    }
    printf("%016llx\n", (unsigned long long)hash);
    /* A number in a register reaches beyond the word. */
    uint32_t map[4] = {0};
    uint8_t was;
    __asm__ __volatile__("btsl %2, %0; setc %1" : "+m"(map), "=q"(was) : "r"(70) : "cc");
    __asm__ __volatile__("lock; btsl %2, %0; setc %1" : "+m"(map), "=q"(was) : "r"(70) : "cc");
    printf("%x %d\n", map[2], was);
    uint64_t trailing, leading;
    uint8_t none, zero;
    __asm__("tzcntq %4, %0; setc %1; lzcntq %5, %2; setz %3"
            : "=&r"(trailing), "=m"(none), "=&r"(leading), "=m"(zero)
            : "r"(1ul << 40), "r"(1ul << 40));
    printf("%llu %llu %d %d\n", (unsigned long long)trailing, (unsigned long long)leading, none, zero);
    __asm__("rep bsfl %1, %k0" : "=r"(trailing) : "r"(0x100));
    printf("%llu\n", (unsigned long long)trailing);
    return 0;
}
