// User functions with variable arguments: every class of argument, va_copy, va_list passed on, register overflow.
// native: same
#include <stdarg.h>
#include <stdio.h>

typedef struct { int x, y; } Small;
typedef struct { double a, b; } Doubles;
typedef struct { long n; double d; } Mixed;
typedef struct { long v[5]; } Large;

/* format: i int, l long long, d double, s string, p int*, S Small, D Doubles, M Mixed, L Large. */
static void print_list(const char *format, va_list list)
{
    for (; *format; format++) {
        switch (*format) {
        case 'i': printf(" %d", va_arg(list, int)); break;
        case 'l': printf(" %lld", va_arg(list, long long)); break;
        case 'd': printf(" %g", va_arg(list, double)); break;
        case 's': printf(" %s", va_arg(list, const char *)); break;
        case 'p': printf(" *%d", *va_arg(list, int *)); break;
        case 'S': { Small s = va_arg(list, Small); printf(" {%d %d}", s.x, s.y); break; }
        case 'D': { Doubles d = va_arg(list, Doubles); printf(" {%g %g}", d.a, d.b); break; }
        case 'M': { Mixed m = va_arg(list, Mixed); printf(" {%ld %g}", m.n, m.d); break; }
        case 'L': { Large l = va_arg(list, Large); printf(" {%ld..%ld}", l.v[0], l.v[4]); break; }
        }
    }
    putchar('\n');
}

static void print_all(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    print_list(format, list);
    va_end(list);
}

static long sum(int count, ...)
{
    va_list list;
    va_start(list, count);
    long total = 0;
    while (count--)
        total += va_arg(list, int);
    va_end(list);
    return total;
}

static double mean(int count, ...)
{
    va_list list, again;
    va_start(list, count);
    va_copy(again, list);
    double total = 0, squares = 0;
    for (int i = 0; i < count; i++)
        total += va_arg(list, double);
    for (int i = 0; i < count; i++) {
        double x = va_arg(again, double);
        squares += x * x;
    }
    va_end(again);
    va_end(list);
    return total / count + squares;
}

/* The list is advanced by the callee through a pointer and used further by the caller. */
static int take_two(va_list *list)
{
    int a = va_arg(*list, int);
    return a * 100 + va_arg(*list, int);
}

static int shared_list(int unused, ...)
{
    va_list list;
    va_start(list, unused);
    int first = take_two(&list);
    int second = take_two(&list);
    int last = va_arg(list, int);
    va_end(list);
    return first * 100000 + second * 10 + last;
}

static double named_before(double a, int b, double c, long d, ...)
{
    va_list list;
    va_start(list, d);
    double r = a + b + c + (double)d;
    r += va_arg(list, double);
    r += va_arg(list, int);
    va_end(list);
    return r;
}

int main(void)
{
    int object = 77;
    print_all("");
    print_all("ildsp", 1, -2LL, 3.5, "four", &object);
    print_all("iiiiiiiiii", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    print_all("dddddddddddd", 1., 2., 3., 4., 5., 6., 7., 8., 9., 10., 11., 12.);
    print_all("ididididididididididid", 1, .1, 2, .2, 3, .3, 4, .4, 5, .5, 6, .6, 7, .7, 8, .8, 9, .9, 10, 1., 11, 1.1);
    print_all("SiDdMlLs", (Small){ 1, 2 }, 3, (Doubles){ 4, 5 }, 6., (Mixed){ 7, 8 }, 9LL,
              (Large){ { 10, 11, 12, 13, 14 } }, "end");
    print_all("SSSSSSS", (Small){ 1, 2 }, (Small){ 3, 4 }, (Small){ 5, 6 }, (Small){ 7, 8 }, (Small){ 9, 10 },
              (Small){ 11, 12 }, (Small){ 13, 14 });
    print_all("DDDDDi", (Doubles){ 1, 2 }, (Doubles){ 3, 4 }, (Doubles){ 5, 6 }, (Doubles){ 7, 8 }, (Doubles){ 9, 10 },
              5);
    print_all("MMMMMMMi", (Mixed){ 1, .1 }, (Mixed){ 2, .2 }, (Mixed){ 3, .3 }, (Mixed){ 4, .4 }, (Mixed){ 5, .5 },
              (Mixed){ 6, .6 }, (Mixed){ 7, .7 }, 8);
    print_all("LiLi", (Large){ { 1, 0, 0, 0, 2 } }, 3, (Large){ { 4, 0, 0, 0, 5 } }, 6);
    char narrow = 'c';
    short half = -3;
    float single = 2.5f;
    print_all("iid", narrow, half, single);
    printf("%ld %ld\n", sum(0), sum(8, 1, -2, 3, -4, 5, -6, 7, 1000000000));
    printf("%g\n", mean(4, 1.0, 2.0, 3.0, 4.0));
    printf("%d\n", shared_list(0, 1, 2, 3, 4, 5));
    printf("%g\n", named_before(1.5, 2, 3.5, 4, 5.25, 6));
    void (*indirect)(const char *, ...) = print_all;
    indirect("is", 5, "through a pointer");
    return 0;
}
