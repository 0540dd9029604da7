// Inline assembly: sums, differences, logic and the flags that they set, as setcc, cmovcc, flag outputs and later instructions see them.
// native: same
#include <stdint.h>
#include <stdio.h>

static const uint64_t VALUES[] = {0,          1,          2,          0x7f,       0x80,       0xff,
                                  0x7fff,     0x8000,     0xffff,     0x7fffffff, 0x80000000, 0xffffffff,
                                  0x12345678, ~0ull >> 1, 1ull << 63, ~0ull,      0xfedcba9876543210};
enum { COUNT = sizeof VALUES / sizeof *VALUES };

static uint64_t hash = 14695981039346656037ull;

static void mix(uint64_t value)
{
    hash = (hash ^ value) * 1099511628211ull;
    hash ^= hash >> 29;
}

/* Carry, parity, zero, sign and overflow behind an instruction on a and b. */
#define FLAGS(instruction, type, a, b)                                                                              \
    do {                                                                                                            \
        type x_ = (type)(a), y_ = (type)(b);                                                                        \
        uint8_t c_, p_, z_, s_, o_;                                                                                 \
        __asm__("stc\n\t" instruction "\n\tsetc %1; setp %2; setz %3; sets %4; seto %5"                             \
                : "+q"(x_), "=m"(c_), "=m"(p_), "=m"(z_), "=m"(s_), "=m"(o_)                                        \
                : "q"(y_)                                                                                           \
                : "cc");                                                                                            \
        mix(x_);                                                                                                    \
        mix(c_ | p_ << 1 | z_ << 2 | s_ << 3 | o_ << 4);                                                            \
    } while (0)

#define ALL_SIZES(name, a, b)                                                                                       \
    FLAGS(name "b %6, %0", uint8_t, a, b);                                                                          \
    FLAGS(name "w %6, %0", uint16_t, a, b);                                                                         \
    FLAGS(name "l %6, %0", uint32_t, a, b);                                                                         \
    FLAGS(name "q %6, %0", uint64_t, a, b)

#define ONE(name, a, b)                                                                                             \
    FLAGS(name "b %0", uint8_t, a, b);                                                                              \
    FLAGS(name "w %0", uint16_t, a, b);                                                                             \
    FLAGS(name "l %0", uint32_t, a, b);                                                                             \
    FLAGS(name "q %0", uint64_t, a, b)

static void all(uint64_t a, uint64_t b)
{
    ALL_SIZES("add", a, b);
    ALL_SIZES("adc", a, b);
    ALL_SIZES("sub", a, b);
    ALL_SIZES("sbb", a, b);
    ALL_SIZES("and", a, b);
    ALL_SIZES("or", a, b);
    ALL_SIZES("xor", a, b);
    ALL_SIZES("cmp", a, b);
    ALL_SIZES("test", a, b);
    uint32_t sum = (uint32_t)a, added = (uint32_t)b;
    uint8_t carry;
    __asm__("xaddl %1, %0; setc %2" : "+&r"(sum), "+&r"(added), "=m"(carry));
    mix(sum + carry + 3ull * added);
}

static void conditions(int32_t a, int32_t b)
{
#define SET(condition)                                                                                              \
    do {                                                                                                            \
        uint8_t set_;                                                                                               \
        int32_t moved_ = 1;                                                                                         \
        int flag_;                                                                                                  \
        __asm__("cmpl %3, %2; set" condition " %0; cmov" condition "l %4, %1"                                       \
                : "=&q"(set_), "+&r"(moved_)                                                                        \
                : "r"(a), "r"(b), "r"(100));                                                                        \
        __asm__("cmpl %2, %1" : "=@cc" condition(flag_) : "r"(a), "r"(b));                                          \
        mix(set_ + moved_ + 1000 * (flag_ != 0));                                                                   \
    } while (0)
    SET("o"); SET("no"); SET("b"); SET("c"); SET("ae"); SET("nc"); SET("z"); SET("e"); SET("nz"); SET("ne");
    SET("be"); SET("a"); SET("s"); SET("ns"); SET("p"); SET("np"); SET("l"); SET("ge"); SET("le"); SET("g");
}

static void sum128(uint64_t *low, uint64_t *high, uint64_t add_low, uint64_t add_high)
{
    __asm__("addq %2, %0; adcq %3, %1" : "+&r"(*low), "+r"(*high) : "rm"(add_low), "rm"(add_high) : "cc");
}

int main(void)
{
    for (int i = 0; i < COUNT; i++) {
        for (int j = 0; j < COUNT; j++) {
            all(VALUES[i], VALUES[j]);
            conditions((int32_t)VALUES[i], (int32_t)VALUES[j]);
        }
        ONE("inc", VALUES[i], 0);
        ONE("dec", VALUES[i], 0);
        ONE("neg", VALUES[i], 0);
        /* It leaves all flags as they are. */
        FLAGS("cmpb %6, %0; notb %0", uint8_t, VALUES[i], 5);
        FLAGS("cmpw %6, %0; notw %0", uint16_t, VALUES[i], 5);
        FLAGS("cmpl %6, %0; notl %0", uint32_t, VALUES[i], 5);
        FLAGS("cmpq %6, %0; notq %0", uint64_t, VALUES[i], 5);
        FLAGS("clc; adcl $0, %0", uint32_t, VALUES[i], 0);
        FLAGS("cmc; sbbl $0, %0", uint32_t, VALUES[i], 0);
    }
    printf("%016llx\n", (unsigned long long)hash);
    uint64_t low = ~0ull, high = 1;
    sum128(&low, &high, 2, 3);
    printf("%llx %llx\n", (unsigned long long)high, (unsigned long long)low);
    int counter = 5;
    __asm__("addl $3, %0; subl %1, %0; negl %0" : "+m"(counter) : "r"(10) : "cc");
    printf("%d\n", counter);
    return 0;
}
