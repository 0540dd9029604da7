// The function sscanf: every conversion, widths, suppression, scan sets, %n, literal matching and return values.
// flags: -Wno-format
// native: same
#define _GNU_SOURCE
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void integers(void)
{
    int a = -1, b = -1, c = -1, n;
    printf("%d ", sscanf("12 -34 +56", "%d%d%d", &a, &b, &c));
    printf("%d %d %d\n", a, b, c);
    unsigned x, o, u;
    printf("%d ", sscanf("0x1F 17 42", "%x %o %u", &x, &o, &u));
    printf("%u %u %u\n", x, o, u);
    n = sscanf("0x10 010 10", "%i %i %i", &a, &b, &c);
    printf("%d %d %d %d\n", n, a, b, c);
    n = sscanf("123456", "%2d%3d%d", &a, &b, &c);
    printf("%d %d %d %d\n", n, a, b, c);
    n = sscanf("1,2;3", "%d,%d;%d", &a, &b, &c);
    printf("%d %d %d %d\n", n, a, b, c);
    n = sscanf("7 8 9", "%d %*d %d", &a, &b);
    printf("%d %d %d\n", n, a, b);
    signed char hh;
    short h;
    long l;
    long long ll;
    size_t z;
    ptrdiff_t t;
    intmax_t j;
    n = sscanf("-5 -300 5000000000 -6000000000 7 -8 9", "%hhd %hd %ld %lld %zu %td %jd", &hh, &h, &l, &ll, &z, &t, &j);
    printf("%d %d %d %ld %lld %zu %td %jd\n", n, hh, h, l, ll, z, t, j);
}

static void floats(void)
{
    float f = 0;
    double d = 0, e = 0;
    int n = sscanf("1.5 -2.25e2 .5", "%f %lf %lg", &f, &d, &e);
    printf("%d %g %g %g\n", n, (double)f, d, e);
    n = sscanf("3.25abc", "%3lf%lf", &d, &e);
    printf("%d %g\n", n, d);
    n = sscanf("inf 0x1p4", "%lf %le", &d, &e);
    printf("%d %g %g\n", n, d, e);
    n = sscanf("1e5x", "%lf%*c", &d);
    printf("%d %g\n", n, d);
}

static void strings(void)
{
    char a[16] = "", b[16] = "", c[4] = { 0 };
    int n = sscanf("  hello world", "%s%s", a, b);
    printf("%d [%s] [%s]\n", n, a, b);
    n = sscanf("abcdefgh", "%3s%15s", a, b);
    printf("%d [%s] [%s]\n", n, a, b);
    n = sscanf("x yz", "%c%3c", &c[0], c + 1);
    printf("%d [%.4s]\n", n, c);
    n = sscanf(" q", " %c", c);
    printf("%d [%c]\n", n, c[0]);
    n = sscanf("key = value # comment", "%[^= ] = %15[a-z]", a, b);
    printf("%d [%s] [%s]\n", n, a, b);
    n = sscanf("123abc]x", "%[0-9]%[]a-c]", a, b);
    printf("%d [%s] [%s]\n", n, a, b);
    n = sscanf("---x", "%[-]%[^]]", a, b);
    printf("%d [%s] [%s]\n", n, a, b);
    n = sscanf("line one\nline two", "%15[^\n]%*c%15[^\n]", a, b);
    printf("%d [%s] [%s]\n", n, a, b);
    char *allocated = NULL;
    n = sscanf("dynamic string", "%ms", &allocated);
    printf("%d %s\n", n, allocated);
    free(allocated);
}

static void failures(void)
{
    int a = 99, n = 99;
    printf("%d ", sscanf("", "%d", &a));
    printf("%d ", sscanf("   ", "%d", &a));
    printf("%d ", sscanf("abc", "%d", &a));
    printf("%d ", sscanf("5", "x%d", &a));
    printf("%d ", sscanf("-", "%d", &a));
    printf("%d\n", a);
    printf("%d ", sscanf("12 34", "%d%n", &a, &n));
    printf("%d %d\n", a, n);
    n = -1;
    printf("%d ", sscanf("12 x", "%d %d%n", &a, &a, &n));
    printf("%d\n", n);
    printf("%d ", sscanf("100%", "%d%%%n", &a, &n));
    printf("%d %d\n", a, n);
    char word[8];
    printf("%d ", sscanf("!", "%[a-z]", word));
    printf("%d\n", sscanf("5 apples", "%d oranges%n", &a, &n));
}

static int scan(const char *text, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int n = vsscanf(text, format, list);
    va_end(list);
    return n;
}

int main(void)
{
    integers();
    floats();
    strings();
    failures();
    int year, month, day;
    char zone[4];
    int n = scan("2024-02-29T UTC", "%4d-%2d-%2dT %3s", &year, &month, &day, zone);
    printf("%d %d/%d/%d %s\n", n, day, month, year, zone);
    return 0;
}
