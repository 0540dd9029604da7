// Long double has 80 bits: size and alignment, arithmetic, comparisons, conversions, functions, and its text.
// native: same
#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

union buffer {
    max_align_t align;
    char bytes[32];
};

struct mixed {
    char first;
    long double number;
    int last;
};

static long double table[3] = {1.5L, -2.25L, 1e-4000L};

static void show(const char *name, long double x) {
    unsigned char bytes[16];
    memcpy(bytes, &x, 10);
    printf("%-10s %.21Lg %La ", name, x, x);
    for (int i = 9; i >= 0; i--)
        printf("%02x", bytes[i]);
    printf("\n");
}

static long double sum(int count, ...) {
    va_list list;
    long double total = 0;
    va_start(list, count);
    for (int i = 0; i < count; i++) {
        total += va_arg(list, int);
        total += va_arg(list, long double);
    }
    va_end(list);
    return total;
}

static void arithmetic(volatile long double a, volatile long double b) {
    show("a", a);
    show("b", b);
    show("a + b", a + b);
    show("a - b", a - b);
    show("a * b", a * b);
    show("a / b", a / b);
    show("-a", -a);
    printf("%d %d %d %d %d %d\n", a < b, a <= b, a > b, a >= b, a == b, a != b);
    printf("%d %d\n", isless(a, b), isunordered(a, b));
}

static void conversions(volatile long double x) {
    printf("%d %ld %u %lu\n", (int)x, (long)x, (unsigned)fabsl(x), (unsigned long)fabsl(x));
    printf("%.17g %.9g\n", (double)x, (float)x);
    volatile long l = 0x7fffffffffffffff;
    volatile unsigned long ul = 0xffffffffffffffff;
    volatile int i = -7;
    volatile double d = 0.1;
    volatile float f = 0.1f;
    show("long", l);
    show("unsigned", ul);
    show("int", i);
    show("double", d);
    show("float", f);
    show("__int128", (__int128)l * 12345);
    printf("%d\n", (int)((__int128)((long double)l * 4) >> 40));
}

static void functions(volatile long double x) {
    int power;
    long double whole;
    show("fabs", fabsl(x));
    show("sqrt", sqrtl(fabsl(x)));
    show("floor", floorl(x));
    show("ceil", ceill(x));
    show("trunc", truncl(x));
    show("round", roundl(x));
    show("rint", rintl(x));
    show("fmod", fmodl(x, 0.7L));
    show("remainder", remainderl(x, 0.7L));
    show("copysign", copysignl(3, x));
    show("fmin", fminl(x, 1));
    show("fmax", fmaxl(x, 1));
    show("fdim", fdiml(x, 1));
    show("ldexp", ldexpl(x, 100));
    show("fma", fmal(x, x, 1));
    show("nextafter", nextafterl(x, 10));
    show("frexp", frexpl(x, &power));
    printf("%d\n", power);
    show("modf", modfl(x, &whole));
    show("whole", whole);
    printf("%ld %ld\n", lroundl(x), lrintl(x));
    printf("%d %d %d %d\n", !!isnan(x), !!isinf(x), !!signbit(x), fpclassify(x) == FP_NORMAL);
}

static void text(void) {
    char *end;
    printf("[%Lf] [%.0Lf] [%12.3Lf] [%-12.3Lf] [%+.2Le] [%Lg] [%#.3Lg] [%LG]\n", 3.14159L, 2.5L, -1.5L, 1.25L, 12345.678L,
           1e-10L, 2.0L, 1e30L);
    printf("%.30Lf %.40Le\n", 0.1L, 1.0L / 3);
    printf("%Lf %Le %La %LF\n", (long double)INFINITY, -(long double)NAN, 0.0L, -(long double)INFINITY);
    printf("%.3La %.0La %La\n", 1.999999L, 1.5L, LDBL_MAX);
    printf("%d %Lf %s %Lg %c\n", 1, 2.5L, "three", 4.0L, '5');
    show("strtold", strtold("3.14159265358979323846264338327950288 rest", &end));
    printf("%s\n", end);
    show("strtold", strtold("  -0x1.8p-3", NULL));
    show("strtold", strtold("1e-4950", NULL));
    show("strtold", strtold("1e5000", NULL));
    long double scanned = 0;
    printf("%d ", sscanf("12.75 x", "%Lf", &scanned));
    show("sscanf", scanned);
    show("max", LDBL_MAX);
    show("min", LDBL_MIN);
    show("epsilon", LDBL_EPSILON);
}

int main(void) {
    union buffer b;
    b.bytes[0] = 1;
    printf("%zu %d %zu %zu\n", sizeof b, b.bytes[0], sizeof(long double), _Alignof(long double));
    printf("%zu %zu %zu\n", sizeof(struct mixed), offsetof(struct mixed, number), offsetof(struct mixed, last));
    for (int i = 0; i < 3; i++)
        show("table", table[i]);
    arithmetic(1.0L / 3, 2.5L);
    arithmetic(-1e4000L, 1e-4900L);
    arithmetic(NAN, 1);
    arithmetic(INFINITY, 0);
    conversions(-123456789.75L);
    functions(-2.71828182845904523536L);
    functions(1234.5L);
    show("sum", sum(3, 1, 0.25L, 2, 0.5L, 3, 0.125L));
    text();
    return 0;
}
