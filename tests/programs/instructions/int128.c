// 128-bit integers: arithmetic, shifts by every amount, comparison, division, conversion, passing by value.
// native: same
#include <stdint.h>
#include <stdio.h>

typedef __int128 i128;
typedef unsigned __int128 u128;

static void show(const char *what, u128 x)
{
    printf("%s %016llx%016llx\n", what, (unsigned long long)(x >> 64), (unsigned long long)x);
}

static u128 make(uint64_t high, uint64_t low)
{
    return (u128)high << 64 | low;
}

static void print_decimal(i128 x)
{
    char digits[48];
    int n = 0;
    u128 magnitude = x < 0 ? -(u128)x : (u128)x;
    do {
        digits[n++] = (char)('0' + (int)(magnitude % 10));
        magnitude /= 10;
    } while (magnitude);
    if (x < 0)
        putchar('-');
    while (n)
        putchar(digits[--n]);
    putchar('\n');
}

__attribute__((noinline)) static i128 polynomial(i128 a, int b, i128 c, long d)
{
    return a * b + c * d;
}

static void binary(u128 a, u128 b)
{
    show("a+b", a + b);
    show("a-b", a - b);
    show("a*b", a * b);
    show("a&b", a & b);
    show("a|b", a | b);
    show("a^b", a ^ b);
    show("~a ", ~a);
    printf("%d%d%d%d%d%d ", a < b, a <= b, a > b, a >= b, a == b, a != b);
    i128 x = (i128)a, y = (i128)b;
    printf("%d%d%d%d%d%d\n", x < y, x <= y, x > y, x >= y, x == y, x != y);
    if (b) {
        show("a/b", a / b);
        show("a%b", a % b);
    }
    if (b && !(a == make(1ULL << 63, 0) && b == ~(u128)0)) {
        show("x/y", (u128)(x / y));
        show("x%y", (u128)(x % y));
    }
}

static void shifts(u128 x)
{
    u128 left = 0, right = 0, arithmetic = 0;
    for (int n = 0; n < 128; n++) {
        left ^= (x << n) * (u128)(2 * n + 1);
        right ^= (x >> n) * (u128)(2 * n + 1);
        arithmetic ^= (u128)((i128)x >> n) * (u128)(2 * n + 1);
    }
    show("shl ", left);
    show("lshr", right);
    show("ashr", arithmetic);
}

static void conversions(i128 x)
{
    printf("%d %u %lld %llu %d %d\n", (int)x, (unsigned)x, (long long)x, (unsigned long long)x, (signed char)x, !!x);
    printf("%.17g %.9g\n", (double)x, (double)(float)x);
    show("from double", (u128)(i128)((double)(int64_t)x * 1024.0));
}

int main(void)
{
    u128 values[] = {
        0, 1, make(0, UINT64_MAX), make(1, 0), make(0x0123456789abcdef, 0xfedcba9876543210),
        make(INT64_MAX, UINT64_MAX), make(1ULL << 63, 0), make(UINT64_MAX, UINT64_MAX - 6),
    };
    int count = sizeof values / sizeof values[0];
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++)
            binary(values[i], values[j]);
    for (int i = 0; i < count; i++) {
        shifts(values[i]);
        conversions((i128)values[i]);
        print_decimal((i128)values[i]);
    }
    print_decimal(polynomial(make(3, 7), -5, -12345678901234567LL, 98765432109L));
    i128 factorial = 1;
    for (int i = 2; i <= 33; i++)
        factorial *= i;
    print_decimal(factorial);
    struct { char tag; i128 wide; char end; } s = { 'a', make(5, 6), 'z' };
    printf("%zu %zu %c%c\n", sizeof s, _Alignof(i128), s.tag, s.end);
    show("member", (u128)s.wide);
    return 0;
}
