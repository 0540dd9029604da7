// printf conversions d i u o x X c with every flag, width, precision and length modifier.
// flags: -Wno-format
// native: same
#include <inttypes.h>
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Every combination of flags, widths and precisions for one conversion. */
static void combinations(const char *conversion, int value)
{
    static const char *const flags[] = { "", "-", "+", " ", "0", "#", "-0", "+0", " 0", "+ ", "-+", "#0", "-#",
        "+-0# " };
    static const char *const sizes[] = { "", "1", "8", ".0", ".1", ".5", "8.0", "8.5", "3.5", "8.", "." };
    for (unsigned f = 0; f < sizeof flags / sizeof flags[0]; f++) {
        for (unsigned s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
            char format[32];
            snprintf(format, sizeof format, "[%%%s%s%s]", flags[f], sizes[s], conversion);
            printf(format, value);
        }
        putchar('\n');
    }
}

static void lengths(void)
{
    printf("%hhd %hhu %hhx %hho\n", (signed char)-1, (unsigned char)255, (unsigned char)0xab, (unsigned char)0377);
    printf("%hhd %hhu %hd %hu\n", 0x1ff, 0x1ff, 0x1ffff, 0x18000);
    printf("%hd %hu %hx %ho\n", (short)-32768, (unsigned short)65535, (unsigned short)0xbeef, (unsigned short)0177777);
    printf("%d %u %x %o %X\n", INT_MIN, UINT_MAX, UINT_MAX, UINT_MAX, 0xdeadbeef);
    printf("%ld %lu %lx %lo\n", LONG_MIN, ULONG_MAX, ULONG_MAX, ULONG_MAX);
    printf("%lld %llu %llx %llo %llX\n", LLONG_MIN, ULLONG_MAX, ULLONG_MAX, ULLONG_MAX, 0xabcdefULL);
    printf("%zd %zu %zx %td %jd %ju\n", (ssize_t)-5, (size_t)-1, (size_t)255, (ptrdiff_t)-7, (intmax_t)-9,
           (uintmax_t)10);
    printf("%i %li %+i %+li\n", -3, -4L, 5, 6L);
    printf("%" PRId8 " %" PRIu16 " %" PRIx32 " %" PRId64 " %" PRIuMAX " %" PRIdPTR "\n", (int8_t)-8, (uint16_t)16,
           (uint32_t)32, (int64_t)-64, (uintmax_t)1, (intptr_t)-2);
}

static void stars(void)
{
    printf("[%*d] [%-*d] [%*d]\n", 6, 42, 6, 42, -6, 42);
    printf("[%.*d] [%*.*d] [%.*d]\n", 4, 42, 7, 4, 42, -1, 42);
    printf("[%0*d] [%+*d] [%#*x]\n", 6, 42, 6, 42, 6, 42);
}

static void positional(void)
{
    printf("%2$s is %1$d\n", 42, "the answer");
    printf("%1$d %1$x %1$o %2$d %1$d\n", 64, 2);
    printf("[%1$*2$d] [%1$.*3$d] [%4$s]\n", 7, 5, 3, "end");
}

static void characters(void)
{
    printf("[%c] [%5c] [%-5c] [%c]\n", 'a', 'b', 'c', 'd' + 256);
    printf("%% %c%c%c\n", 'x', 'y', 'z');
    int written = 0, total = printf("counted%n!\n", &written);
    printf("%d %d\n", written, total);
    long long wide_written = 0;
    signed char narrow_written = 0;
    printf("12345%lln678%hhn\n", &wide_written, &narrow_written);
    printf("%lld %d\n", wide_written, narrow_written);
}

int main(void)
{
    static const int values[] = { 0, 1, -1, 42, -12345, INT_MAX, INT_MIN };
    static const char *const conversions[] = { "d", "i", "u", "o", "x", "X" };
    for (unsigned v = 0; v < sizeof values / sizeof values[0]; v++)
        for (unsigned c = 0; c < sizeof conversions / sizeof conversions[0]; c++)
            combinations(conversions[c], values[v]);
    lengths();
    stars();
    positional();
    characters();
    return 0;
}
