// Inline assembly: moves of all sizes, parts of registers, extensions, addresses, the stack, and both dialects in one text.
// native: same
#include <stdint.h>
#include <stdio.h>

static uint8_t bytes[16] = {0x11, 0x82, 0x33, 0xf4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0x90};
static uint64_t words[4] = {1, 2, 3, 0x8877665544332211};

static void loads_and_stores(void)
{
    uint8_t b;
    uint16_t w;
    uint32_t l;
    uint64_t q;
    __asm__ __volatile__("movb %1, %0" : "=q"(b) : "m"(bytes[1]) : "memory");
    __asm__ __volatile__("movw %1, %0" : "=r"(w) : "m"(*(uint16_t *)&bytes[2]));
    __asm__ __volatile__("movl %1, %0" : "=r"(l) : "m"(*(uint32_t *)&bytes[4]));
    __asm__ __volatile__("movq %1, %0" : "=r"(q) : "m"(words[3]));
    printf("%x %x %x %llx\n", b, w, l, (unsigned long long)q);
    __asm__ __volatile__("movb %1, %0" : "=m"(bytes[0]) : "iq"(0x7f));
    __asm__ __volatile__("movw %w1, %0" : "=m"(*(uint16_t *)&bytes[2]) : "ir"(-3));
    __asm__ __volatile__("movl %1, %0" : "=m"(*(uint32_t *)&bytes[4]) : "ri"(0x12345678));
    __asm__ __volatile__("movq %1, %0" : "=m"(words[0]) : "r"(q) : "memory");
    printf("%x %x %x %llx\n", bytes[0], *(uint16_t *)&bytes[2], *(uint32_t *)&bytes[4], (unsigned long long)words[0]);
    __asm__("movl $0x10+2*3-1, %0; movq $-1, %1" : "=r"(l), "=&r"(q));
    __asm__("movabsq $0x123456789abcdef0, %0" : "=r"(q));
    printf("%x %llx\n", l, (unsigned long long)q);
}

static void parts(uint64_t value)
{
    uint64_t a = value, b = value, c = value, d = value, e = value;
    __asm__("movb $1, %b0; movb $2, %h0" : "+Q"(a));
    __asm__("movw $0x1234, %w0" : "+r"(b));
    __asm__("movl $5, %k0" : "+r"(c));
    __asm__("movb %h1, %b0" : "+Q"(d) : "Q"(0xab00ul));
    __asm__("movb %%ah, %%al" : "+a"(e));
    printf("%llx %llx %llx %llx %llx\n", (unsigned long long)a, (unsigned long long)b, (unsigned long long)c,
           (unsigned long long)d, (unsigned long long)e);
}

static void extensions(int8_t b, int16_t w, int32_t l)
{
    uint32_t zb, zw, sb, sw;
    uint64_t q, sq;
    uint16_t h;
    __asm__("movzbl %1, %0" : "=r"(zb) : "q"(b));
    __asm__("movzwl %1, %0" : "=r"(zw) : "r"(w));
    __asm__("movsbl %1, %0" : "=r"(sb) : "q"(b));
    __asm__("movswl %1, %0" : "=r"(sw) : "r"(w));
    __asm__("movsbw %1, %0" : "=r"(h) : "q"(b));
    __asm__("movslq %1, %0" : "=r"(sq) : "r"(l));
    __asm__("movzbl %1, %k0" : "=r"(q) : "m"(bytes[15]));
    printf("%x %x %x %x %x %llx %llx\n", zb, zw, sb, sw, h, (unsigned long long)sq, (unsigned long long)q);
    uint64_t a = (uint32_t)l, d = 7;
    __asm__("cltq; cqto" : "+a"(a), "+d"(d));
    printf("%llx %llx\n", (unsigned long long)a, (unsigned long long)d);
    a = (uint8_t)b;
    __asm__("cbtw; cwtl; cltd" : "+a"(a), "+d"(d));
    printf("%llx %llx\n", (unsigned long long)a, (unsigned long long)d);
}

static void addresses(uint8_t *p, long i)
{
    uint64_t sum = 0, at;
    __asm__("movzbl 4(%1), %k0" : "=r"(sum) : "r"(p), "m"(*(char(*)[16])p));
    printf("%d", (int)sum);
    __asm__("movzbl 2(%1,%2,4), %k0" : "=r"(sum) : "r"(p), "r"(i), "m"(*(char(*)[16])p));
    printf(" %d", (int)sum);
    __asm__("movzbl %c3(%1,%2), %k0" : "=r"(sum) : "r"(p), "r"(i), "i"(7), "m"(*(char(*)[16])p));
    printf(" %d", (int)sum);
    __asm__("movzbl 3+%1, %k0; movzbl %2, %k0" : "=&r"(sum) : "m"(p[5]), "m"(p[8]));
    __asm__("leaq -8(%1,%2,2), %0" : "=r"(at) : "r"(p), "r"(i));
    printf(" %d", (int)(at - (uint64_t)p));
    printf(" %d\n", (int)sum);
}

/* It calls another function, so that nothing of its own is below the stack pointer. */
static uint64_t swap(uint64_t a, uint64_t *b)
{
    puts("swap");
    __asm__("pushq %0; pushq %1; popq %0; popq %1" : "+r"(a), "+r"(*b));
    return a;
}

int main(void)
{
    loads_and_stores();
    parts(0xfedcba9876543210);
    extensions(-3, -300, -70000);
    addresses(bytes, 2);
    uint64_t b = 6, a = swap(5, &b);
    uint32_t dialect;
    __asm__("{movl %1, %0|mov %0, %1}" : "=r"(dialect) : "r"(77));
    __asm__("/* a comment; */ incl %0 # another; one\n\t.p2align 4,,15" : "+r"(dialect));
    __asm__(".p2align 6");
    __asm__(".pushsection .discard,\"a\"\n.long 1\n.popsection");
    /* As static probes look. */
    __asm__ __volatile__("990: nop\n.pushsection .note.probe,\"\",\"note\"\n.balign 4\n.8byte 990b\n.popsection\n"
                         ".ifndef _.base\n.pushsection .probe.base,\"aG\",\"progbits\",.probe.base,comdat\n"
                         ".weak _.base\n.hidden _.base\n_.base: .space 1\n.size _.base, 1\n.popsection\n.endif"
                         :
                         : "nor"(dialect));
    printf("%llu %llu %u\n", (unsigned long long)a, (unsigned long long)b, dialect);
    double hidden = 2.5;
    __asm__("" : "+x"(hidden));
    printf("%g\n", hidden);
    return 0;
}
