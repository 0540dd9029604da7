// GCC vector extensions: arithmetic, comparison masks, subscripts, shuffles, conversion, vectors by value and in memory.
// native: same
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef int32_t int4 __attribute__((vector_size(16)));
typedef uint8_t byte16 __attribute__((vector_size(16)));
typedef int64_t long2 __attribute__((vector_size(16)));
typedef uint16_t short8 __attribute__((vector_size(16)));
typedef float float4 __attribute__((vector_size(16)));
typedef double double2 __attribute__((vector_size(16)));

static void show(const char *name, int4 v)
{
    printf("%s %d %d %d %d\n", name, v[0], v[1], v[2], v[3]);
}

__attribute__((noinline)) static int4 combine(int4 a, int4 b, int scale) { return a * scale + b; }
__attribute__((noinline)) static float4 lerp(float4 a, float4 b, float t)
{
    float4 weight = { t, t, t, t };
    return a + (b - a) * weight;
}

static void integers(void)
{
    int4 a = { 1, -2, 3, -4 }, b = { 10, 20, 30, 40 };
    show("a+b", a + b);
    show("b-a", b - a);
    show("a*b", a * b);
    show("b/a", b / a);
    show("b%a", b % (a + 10));
    show("a&b", a & b);
    show("a^b", a ^ b);
    show("~a", ~a);
    show("-a", -a);
    show("b<<", b << 2);
    show("a>>", a >> 1);
    show("a<b", a < b);
    show("a==b", a + 9 == b);
    show("a>0", a > 0);
    show("combine", combine(a, b, 3));
    a[2] = 99;
    int index = 3;
    a[index] += 4;
    show("a", a);
}

static void bytes(void)
{
    byte16 text, key;
    memcpy(&text, "Hello, vectors!!", 16);
    for (int i = 0; i < 16; i++)
        key[i] = (uint8_t)(i * 17);
    byte16 mixed = text ^ key;
    byte16 spaces = (byte16)(text == ',');
    int sum = 0, hits = 0;
    for (int i = 0; i < 16; i++) {
        sum += mixed[i];
        hits += spaces[i] & 1;
    }
    byte16 back = mixed ^ key;
    char copy[17] = { 0 };
    memcpy(copy, &back, 16);
    printf("%d %d %s\n", sum, hits, copy);
    short8 halves = (short8)text;
    long2 longs = (long2)text;
    printf("%x %llx\n", halves[7], (unsigned long long)longs[1]);
}

static void floats(void)
{
    float4 v = lerp((float4){ 0, 1, 2, 3 }, (float4){ 4, 3, 2, 1 }, 0.25f);
    printf("%g %g %g %g\n", (double)v[0], (double)v[1], (double)v[2], (double)v[3]);
    double2 d = { 1.5, -2 };
    d = d * d - (double2){ 1, 1 };
    printf("%g %g\n", d[0], d[1]);
    int4 truncated = __builtin_convertvector(v * 10, int4);
    show("truncated", truncated);
    show("greater", v > (float4){ 1, 1, 2, 2 });
}

static void shuffles(void)
{
    int4 a = { 0, 1, 2, 3 }, b = { 4, 5, 6, 7 };
    show("reverse", __builtin_shufflevector(a, a, 3, 2, 1, 0));
    show("interleave", __builtin_shufflevector(a, b, 0, 4, 1, 5));
    show("splat", __builtin_shufflevector(b, b, 2, 2, 2, 2));
}

struct holder { char tag; int4 v; };

int main(void)
{
    integers();
    bytes();
    floats();
    shuffles();
    struct holder h[2] = { { 'a', { 1, 2, 3, 4 } }, { 'b', { 5, 6, 7, 8 } } };
    h[0].v += h[1].v;
    show("holder", h[0].v);
    int array[12];
    for (int i = 0; i < 12; i++)
        array[i] = i * i;
    int4 total = { 0 };
    for (int i = 0; i < 12; i += 4) {
        int4 part;
        memcpy(&part, array + i, sizeof part);
        total += part;
    }
    show("total", total);
    return 0;
}
