// Bit fields: signed and unsigned, straddling storage units, packed, zero width, booleans, 64-bit.
// native: same
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct flags { unsigned a : 1, b : 3, c : 4; signed d : 5; unsigned : 0; unsigned e : 9; };
struct straddle { unsigned a : 20, b : 20, c : 20; };
struct __attribute__((packed)) tight { unsigned a : 3; unsigned long b : 40; int c : 13; char d; };
struct wide { uint64_t a : 1, b : 62, c : 1; int64_t d : 33; };
struct booleans { _Bool p : 1, q : 1; unsigned char r : 7; };
struct mixed { char head; short s : 5; int middle : 11; long l : 37; char tail; };
union overlay { struct { unsigned low : 4, high : 4, rest : 24; } parts; unsigned whole; };

static void bytes(const char *name, const void *object, size_t size)
{
    const unsigned char *p = object;
    printf("%s %zu:", name, size);
    for (size_t i = 0; i < size; i++)
        printf(" %02x", p[i]);
    putchar('\n');
}
#define SHOW(object) bytes(#object, &object, sizeof object)

static void flags(unsigned nine)
{
    struct flags f;
    memset(&f, 0, sizeof f);
    f.a = 1;
    f.b = nine;
    f.c = 0xf;
    f.d = -16;
    f.e = 0x1ff;
    printf("%u %u %u %d %u\n", f.a, f.b, f.c, f.d, f.e);
    f.d += 20;
    f.b--;
    f.b -= 2;
    f.e ^= 0x55;
    printf("%u %u %u %d %u\n", f.a, f.b, f.c, f.d, f.e);
    SHOW(f);
}

static void layouts(uint64_t ones, int64_t negative)
{
    struct straddle s;
    memset(&s, 0, sizeof s);
    s.a = 0xabcde;
    s.b = 0x12345;
    s.c = s.a ^ s.b;
    SHOW(s);
    struct tight t;
    memset(&t, 0xff, sizeof t);
    t.a = 5;
    t.b = 0x123456789a;
    t.c = -4096;
    t.d = 'x';
    SHOW(t);
    printf("%u %lx %d %c\n", t.a, (unsigned long)t.b, t.c, t.d);
    struct wide w;
    memset(&w, 0, sizeof w);
    w.b = ones;
    w.d = negative;
    SHOW(w);
    printf("%d %llx %d %lld\n", (int)w.a, (unsigned long long)w.b, (int)w.c, (long long)w.d);
    struct mixed m;
    memset(&m, 0, sizeof m);
    m.head = 'h';
    m.s = -16;
    m.middle = 1023;
    m.l = -(1L << 36);
    m.tail = 't';
    SHOW(m);
    printf("%c %d %d %ld %c\n", m.head, m.s, m.middle, (long)m.l, m.tail);
}

static void booleans(int x)
{
    struct booleans b = { 0, 0, 0 };
    b.p = x;
    b.q = !x;
    b.r = (unsigned char)x;
    printf("%d %d %d\n", b.p, b.q, b.r);
}

static void promotion(void)
{
    struct flags f = { .a = 1, .b = 7, .d = -1 };
    /* A field narrower than int promotes to int, so the difference is negative. */
    printf("%d %d %d\n", f.a - 2 < 0, f.b > f.d, f.d >> 1);
    int before = f.a++, after = f.a, stored = f.c = (unsigned)f.b * 5;
    printf("%d %d %d\n", before, after, stored);
}

int main(void)
{
    flags(9);
    layouts(UINT64_MAX, -1234567890123);
    booleans(0);
    booleans(256);
    promotion();
    union overlay o = { .whole = 0xdeadbeef };
    o.parts.high = 0;
    printf("%x %x %x\n", o.parts.low, o.parts.rest, o.whole);
    struct straddle array[3] = { { 1, 2, 3 }, { 4, 5, 6 }, { .c = 7 } };
    unsigned total = 0;
    for (int i = 0; i < 3; i++)
        total = total * 10 + array[i].a + array[i].b + array[i].c;
    printf("%u\n", total);
    return 0;
}
