// Structs passed and returned by value: in registers, in memory (byval, sret), with float members, nested, with arrays.
// native: same
#include <stdio.h>
#include <string.h>

typedef struct { char c; } Tiny;
typedef struct { char bytes[3]; } Odd;
typedef struct { int x, y; } Point;
typedef struct { float x, y; } FloatPair;
typedef struct { float x, y, z; } Vector;
typedef struct { double re, im; } Complex;
typedef struct { long n; double d; } Mixed;
typedef struct { int n; float f; } Packed8;
typedef struct { long a, b, c; } Large;
typedef struct { char name[20]; int values[6]; } Record;
typedef struct { Point corners[2]; struct { short w; FloatPair scale; } inner; } Nested;
typedef union { long whole; unsigned char part[8]; double real; } Word;
typedef struct { } Empty;

__attribute__((noinline)) static Tiny next(Tiny t) { t.c++; return t; }
__attribute__((noinline)) static Odd reverse(Odd o) { return (Odd){ { o.bytes[2], o.bytes[1], o.bytes[0] } }; }
__attribute__((noinline)) static Point add(Point a, Point b) { return (Point){ a.x + b.x, a.y + b.y }; }
__attribute__((noinline)) static FloatPair swap(FloatPair p) { return (FloatPair){ p.y, p.x }; }
__attribute__((noinline)) static Vector cross(Vector a, Vector b)
{
    return (Vector){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}
__attribute__((noinline)) static Complex multiply(Complex a, Complex b)
{
    return (Complex){ a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re };
}
__attribute__((noinline)) static Mixed mix(Mixed m) { return (Mixed){ (long)m.d, (double)m.n }; }
__attribute__((noinline)) static Packed8 bump(Packed8 p) { return (Packed8){ p.n + 1, p.f * 2 }; }
__attribute__((noinline)) static Large rotate(Large l) { return (Large){ l.b, l.c, l.a }; }
__attribute__((noinline)) static Nested widen(Nested n)
{
    n.corners[1] = add(n.corners[0], n.corners[1]);
    n.inner.w *= 2;
    n.inner.scale = swap(n.inner.scale);
    return n;
}
__attribute__((noinline)) static Word set_byte(Word w, int index, unsigned char value)
{
    w.part[index] = value;
    return w;
}

/* The callee's copy must not be the caller's object. */
__attribute__((noinline)) static Record renamed(Record r, const char *name)
{
    strcpy(r.name, name);
    for (int i = 0; i < 6; i++)
        r.values[i] *= i;
    return r;
}

/* More arguments than registers, so that some go to the stack between aggregates. */
__attribute__((noinline)) static long many(Point a, long b, Large c, Complex d, Odd e, Mixed f, int g, Point h, Tiny i,
                                           Large j)
{
    return a.x + a.y + b + c.a + c.b + c.c + (long)(d.re + d.im) + e.bytes[1] + f.n + (long)f.d + g + h.x + h.y + i.c + j.c;
}

__attribute__((noinline)) static int after_empty(Empty e, int x) { (void)e; return x; }

static Large make_large(long seed) { return (Large){ seed, seed * seed, -seed }; }

int main(void)
{
    printf("%c\n", next((Tiny){ 'x' }).c);
    Odd o = reverse((Odd){ { 'a', 'b', 'c' } });
    printf("%.3s\n", o.bytes);
    Point p = add((Point){ 1, -2 }, (Point){ 30, 40 });
    printf("%d %d\n", p.x, p.y);
    FloatPair fp = swap((FloatPair){ 1.5f, -2.25f });
    printf("%g %g\n", (double)fp.x, (double)fp.y);
    Vector v = cross((Vector){ 1, 2, 3 }, (Vector){ -4, 5, 6 });
    printf("%g %g %g\n", (double)v.x, (double)v.y, (double)v.z);
    Complex c = multiply((Complex){ 1, 2 }, (Complex){ 3, -4 });
    printf("%g %g\n", c.re, c.im);
    Mixed m = mix((Mixed){ 7, 2.9 });
    printf("%ld %g\n", m.n, m.d);
    Packed8 p8 = bump((Packed8){ 41, 0.75f });
    printf("%d %g\n", p8.n, (double)p8.f);
    Large l = rotate(rotate(make_large(12)));
    printf("%ld %ld %ld %ld\n", l.a, l.b, l.c, make_large(5).b);
    Nested n = widen((Nested){ { { 1, 2 }, { 3, 4 } }, { 5, { 6, 7 } } });
    printf("%d %d %d %g %g\n", n.corners[1].x, n.corners[1].y, n.inner.w, (double)n.inner.scale.x,
           (double)n.inner.scale.y);
    Word w = set_byte((Word){ .whole = 0x0102030405060708 }, 7, 0x7f);
    printf("%lx %d\n", w.whole, w.part[0]);
    Record r = { "original", { 1, 2, 3, 4, 5, 6 } };
    Record s = renamed(r, "copy");
    printf("%s %d %s %d\n", r.name, r.values[5], s.name, s.values[5]);
    printf("%ld\n", many(p, 3, make_large(2), c, o, m, 9, (Point){ 100, 200 }, (Tiny){ 1 }, make_large(70)));
    printf("%d\n", after_empty((Empty){ }, 5));
    Record copies[2];
    copies[0] = s;
    copies[1] = copies[0];
    copies[0].values[1] = -1;
    printf("%s %d %d\n", copies[1].name, copies[1].values[1], copies[0].values[1]);
    Large (*function)(Large) = rotate;
    l = function(l);
    printf("%ld %ld\n", l.a, (p.x > 0 ? l : make_large(1)).b);
    return 0;
}
