// Inline assembly: exchanges, with and without a comparison, and updates with `lock`, with what they return and the flags that they set.
// native: same
#include <stdint.h>
#include <stdio.h>

typedef struct __attribute__((aligned(16))) {
    uint64_t low, high;
} pair;

static uint8_t compare16(pair *at, pair *expected, pair new)
{
    uint8_t done;
    __asm__ __volatile__("lock cmpxchg16b %1\n\tsetz %0"
                         : "=q"(done), "+m"(*at), "+a"(expected->low), "+d"(expected->high)
                         : "b"(new.low), "c"(new.high)
                         : "cc", "memory");
    return done;
}

static void pairs(void)
{
    pair at = {1, 2}, expected = {1, 2};
    int done = compare16(&at, &expected, (pair){3, 4});
    printf("%d %d %d", done, (int)at.low, (int)at.high);
    done = compare16(&at, &expected, (pair){5, 6});
    printf(" %d %d %d %d %d\n", done, (int)at.low, (int)at.high, (int)expected.low, (int)expected.high);
    uint64_t eight = 0x100000002;
    uint32_t low = 2, high = 1;
    uint8_t equal;
    __asm__ __volatile__("lock; cmpxchg8b %0; setz %1"
                         : "+m"(eight), "=q"(equal), "+a"(low), "+d"(high)
                         : "b"(7), "c"(8)
                         : "cc", "memory");
    printf("%llx %d %x %x", (unsigned long long)eight, equal, low, high);
    __asm__ __volatile__("cmpxchg8b %0; sete %1"
                         : "+m"(eight), "=q"(equal), "+a"(low), "+d"(high)
                         : "b"(9), "c"(10)
                         : "cc", "memory");
    printf(" %llx %d %x %x\n", (unsigned long long)eight, equal, low, high);
    at = (pair){7, 8};
    expected = (pair){7, 9};
    __asm__ __volatile__("cmpxchg16b %0" : "+m"(at), "+a"(expected.low), "+d"(expected.high) : "b"(1ul), "c"(1ul) : "cc");
    printf("%d %d %d %d\n", (int)at.low, (int)at.high, (int)expected.low, (int)expected.high);
}

#define COMPARE(prefix, suffix, type, value, expected_, new)                                                        \
    do {                                                                                                            \
        type at_ = (type)(value), accumulator_ = (type)(expected_);                                                 \
        uint8_t zero_, carry_;                                                                                      \
        int flag_;                                                                                                  \
        __asm__ __volatile__(prefix "cmpxchg" suffix " %4, %0; setz %1; setb %2"                                    \
                             : "+m"(at_), "=m"(zero_), "=m"(carry_), "+a"(accumulator_)                             \
                             : "r"((type)(new))                                                                     \
                             : "cc", "memory");                                                                     \
        printf("%llx %llx %d %d ", (unsigned long long)at_, (unsigned long long)accumulator_, zero_, carry_);       \
        __asm__ __volatile__(prefix "cmpxchg" suffix " %3, %0"                                                      \
                             : "+m"(at_), "=@ccz"(flag_), "+a"(accumulator_)                                        \
                             : "r"((type)9)                                                                         \
                             : "memory");                                                                           \
        printf("%d\n", flag_);                                                                                      \
    } while (0)

static void comparisons(void)
{
    COMPARE("lock; ", "b", uint8_t, 5, 5, 6);
    COMPARE("lock; ", "w", uint16_t, 5, 6, 7);
    COMPARE("lock\n\t", "l", uint32_t, 0xfffffff0, 0xfffffff0, 1);
    COMPARE("lock ", "q", uint64_t, 1ull << 40, 1, 2);
    COMPARE("", "l", uint32_t, 5, 5, 6);
    COMPARE("", "q", uint64_t, 5, 4, 6);
    uint32_t register_ = 4, accumulator = 4;
    __asm__("cmpxchgl %2, %0" : "+r"(register_), "+a"(accumulator) : "r"(8));
    printf("%u %u\n", register_, accumulator);
}

static void exchanges(void)
{
    uint32_t at = 5, value = 7;
    __asm__ __volatile__("xchgl %0, %1" : "+r"(value), "+m"(at)::"memory");
    printf("%u %u ", at, value);
    __asm__ __volatile__("xchg %1, %0" : "+r"(value), "+m"(at)::"memory");
    printf("%u %u ", at, value);
    uint8_t small = 0xf0, other = 0x20, carry;
    __asm__ __volatile__("lock; xaddb %0, %1; setc %2" : "+q"(other), "+m"(small), "=m"(carry)::"memory", "cc");
    printf("%x %x %d ", small, other, carry);
    uint64_t sum = 10, add = -3;
    __asm__ __volatile__("xaddq %0, %1" : "+r"(add), "+m"(sum)::"cc");
    printf("%d %d ", (int)sum, (int)add);
    __asm__("xchgq %0, %1" : "+r"(add), "+r"(sum));
    printf("%d %d\n", (int)sum, (int)add);
}

#define UPDATE(instruction, start, operand)                                                                         \
    do {                                                                                                            \
        uint32_t at_ = (start);                                                                                     \
        uint8_t c_, z_, s_;                                                                                         \
        __asm__ __volatile__("clc; lock; " instruction "; setc %1; setz %2; sets %3"                                \
                             : "+m"(at_), "=m"(c_), "=m"(z_), "=m"(s_)                                              \
                             : "r"(operand)                                                                         \
                             : "cc", "memory");                                                                     \
        printf("%x %d%d%d ", at_, c_, z_, s_);                                                                      \
    } while (0)

static void updates(uint32_t start, uint32_t operand)
{
    UPDATE("addl %4, %0", start, operand);
    UPDATE("adcl %4, %0", start, operand);
    UPDATE("subl %4, %0", start, operand);
    UPDATE("sbbl %4, %0", start, operand);
    UPDATE("andl %4, %0", start, operand);
    UPDATE("orl %4, %0", start, operand);
    UPDATE("xorl %4, %0", start, operand);
    UPDATE("incl %0", start, operand);
    UPDATE("decl %0", start, operand);
    UPDATE("negl %0", start, operand);
    UPDATE("notl %0", start, operand);
    UPDATE("addl $5, %0", start, operand);
    printf("\n");
}

#define BIT(name, index)                                                                                            \
    do {                                                                                                            \
        uint64_t at_ = 0x0f0f;                                                                                      \
        uint8_t c_;                                                                                                 \
        __asm__ __volatile__("lock; " name " %2, %0; setc %1" : "+m"(at_), "=q"(c_) : "Ir"(index) : "cc", "memory"); \
        printf("%llx %d ", (unsigned long long)at_, c_);                                                            \
    } while (0)

int main(void)
{
    pairs();
    comparisons();
    exchanges();
    updates(0, 0);
    updates(1, 1);
    updates(0xffffffff, 1);
    updates(0x80000000, 0x80000001);
    BIT("btsq", 3ul);
    BIT("btsq", 40ul);
    BIT("btrl", 8);
    BIT("btcl", 4);
    printf("\n");
    return 0;
}
