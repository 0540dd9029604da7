// Packed and over-aligned types: unaligned members, layout, alignment of locals, globals and array elements.
// native: same
#include <stdalign.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct __attribute__((packed)) packed { char c; int i; double d; short s; long l; };
struct natural { char c; int i; double d; short s; long l; };
#pragma pack(push, 2)
struct two { char c; int i; long l; };
#pragma pack(pop)
struct line { alignas(64) int value; };
struct inner_aligned { char c; alignas(32) char big; char end; };
struct __attribute__((packed)) outer { char c; struct natural n; struct packed p; };

static alignas(128) char global_buffer[3];
static struct line lines[3] = { { 1 }, { 2 }, { 3 } };

static int aligned_to(const void *p, size_t alignment)
{
    return (uintptr_t)p % alignment == 0;
}

static void packed_access(void)
{
    struct packed p[2];
    memset(p, 0xff, sizeof p);
    for (int k = 0; k < 2; k++) {
        p[k].c = (char)('a' + k);
        p[k].i = -100 - k;
        p[k].d = 2.5 * (k + 1);
        p[k].s = (short)(k * 300);
        p[k].l = 1L << (40 + k);
        p[k].i += 5;
        p[k].d -= 0.5;
    }
    for (int k = 0; k < 2; k++)
        printf("%c %d %g %d %ld\n", p[k].c, p[k].i, p[k].d, p[k].s, p[k].l);
    const unsigned char *raw = (const unsigned char *)&p[1];
    for (size_t i = 0; i < sizeof p[1]; i++)
        printf("%02x", raw[i]);
    putchar('\n');
}

static void unaligned_bytes(void)
{
    char buffer[16] = { 0 };
    for (size_t offset = 0; offset < 8; offset++) {
        uint64_t value = 0x1122334455667788 + offset, back;
        memcpy(buffer + offset, &value, sizeof value);
        memcpy(&back, buffer + offset, sizeof back);
        printf("%d", back == value);
    }
    printf(" %x\n", (unsigned char)buffer[7]);
}

int main(void)
{
    printf("%zu %zu %zu %zu %zu %zu\n", sizeof(struct packed), sizeof(struct natural), sizeof(struct two),
           sizeof(struct line), sizeof(struct inner_aligned), sizeof(struct outer));
    printf("%zu %zu %zu %zu\n", offsetof(struct packed, l), offsetof(struct natural, l), offsetof(struct two, l),
           offsetof(struct inner_aligned, end));
    packed_access();
    unaligned_bytes();
    struct line local = { 5 };
    alignas(32) char one = 'x';
    printf("%d %d %d %d %d\n", aligned_to(global_buffer, 128), aligned_to(&lines[1], 64), aligned_to(&local, 64),
           aligned_to(&one, 32), lines[0].value + lines[1].value + lines[2].value + local.value);
    struct outer o = { 'o', { 'n', 1, 2, 3, 4 }, { 'p', 5, 6, 7, 8 } };
    printf("%c %c %d %g %c %d %ld %c\n", o.c, o.n.c, o.n.i, o.n.d, o.p.c, o.p.i, o.p.l, one);
    return 0;
}
