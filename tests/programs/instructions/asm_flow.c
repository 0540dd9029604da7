// Inline assembly: loops and jumps within a text, `asm goto` out of it, with outputs, and repeated string instructions.
// native: same
#include <stdint.h>
#include <stdio.h>

static unsigned sum_up_to(unsigned n)
{
    unsigned sum = 0;
    __asm__("testl %1, %1; jz 2f\n1: addl %1, %0; decl %1; jnz 1b\n2:" : "+r"(sum), "+r"(n)::"cc");
    return sum;
}

static unsigned long power(unsigned long base, unsigned long times)
{
    unsigned long result = 1;
    __asm__(".Lagain%=:\n\timulq %1, %0\n\tloop .Lagain%=" : "+r"(result) : "r"(base), "c"(times) : "cc");
    return result;
}

static const char *sign(int x)
{
    __asm__ goto("testl %0, %0; js %l[negative]; jz %l2" : : "r"(x) : "cc" : negative, zero);
    return "positive";
negative:
    return "negative";
zero:
    return "zero";
}

static int decrement(int *value)
{
    __asm__ goto("lock; decl %0; jz %l1" : : "m"(*value) : "cc", "memory" : last);
    return 0;
last:
    return 1;
}

static int spin(int *word)
{
    int tries = 0, old;
    do {
        old = 0;
        tries++;
        __asm__ __volatile__("lock; cmpxchgl %2, %1" : "+a"(old), "+m"(*word) : "r"(1) : "memory");
    } while (old != 0 && tries < 3);
    return tries;
}

static int always(void)
{
    int seen = 0;
    for (int i = 0; i < 3; i++) {
        __asm__ goto("" : : : : out);
        seen += i;
        __asm__ goto("jmp %l0" : : : : next);
        seen += 100;
    next:;
    }
out:
    return seen;
}

int main(void)
{
    printf("%u %u %u\n", sum_up_to(0), sum_up_to(1), sum_up_to(100));
    printf("%lu\n", power(3, 5));
    printf("%s %s %s\n", sign(-5), sign(0), sign(5));
    int references = 2, first = decrement(&references), second = decrement(&references);
    printf("%d %d\n", first, second);
    int word = 0;
    printf("%d", spin(&word));
    printf(" %d\n", spin(&word));
    printf("%d\n", always());

    char text[20] = "hello, world", copy[20];
    void *to = copy, *from = text;
    unsigned long left = sizeof text;
    __asm__ __volatile__("rep movsb" : "+D"(to), "+S"(from), "+c"(left)::"memory");
    printf("%s %ld %ld %lu\n", copy, (long)((char *)to - copy), (long)((char *)from - text), left);
    uint32_t filled[4];
    to = filled;
    left = 3;
    filled[3] = 1;
    __asm__ __volatile__("cld; rep; stosl" : "+D"(to), "+c"(left) : "a"(0x01020304) : "memory");
    printf("%x %x %x %x\n", filled[0], filled[1], filled[2], filled[3]);
    to = copy;
    __asm__ __volatile__("stosb" : "+D"(to) : "a"('J') : "memory");
    printf("%s\n", copy);
    return 0;
}
