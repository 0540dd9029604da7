// strtol and its family, strtod, atoi and friends, abs and div: bases, end pointers, overflow and errno.
// native: same
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

static void signed_long(const char *text, int base)
{
    char *end;
    errno = 0;
    long value = strtol(text, &end, base);
    printf("strtol '%s' %d: %ld %td %d\n", text, base, value, end - text, errno);
}

static void unsigned_long(const char *text, int base)
{
    char *end;
    errno = 0;
    unsigned long value = strtoul(text, &end, base);
    printf("strtoul '%s' %d: %lu %td %d\n", text, base, value, end - text, errno);
}

static void floating(const char *text)
{
    char *end;
    errno = 0;
    double value = strtod(text, &end);
    printf("strtod '%s': %.17g %td %d ", text, value, end - text, errno);
    errno = 0;
    float single = strtof(text, &end);
    printf("%.9g %td %d\n", (double)single, end - text, errno);
}

static void integers(void)
{
    static const char *const texts[] = {
        "0", "42", "-42", "+7", "  \t\n13", "12abc", "abc", "", " ", "-", "+-3", "0x1F", "0X1g", "0x", "077", "089", "0b101",
        "zz", "Zz9", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
        "18446744073709551615", "18446744073709551616", "-1", "99999999999999999999999", "1 2",
    };
    static const int bases[] = { 10, 0, 16, 8, 2, 36 };
    for (unsigned i = 0; i < sizeof texts / sizeof texts[0]; i++)
        for (unsigned j = 0; j < sizeof bases / sizeof bases[0]; j++) {
            signed_long(texts[i], bases[j]);
            unsigned_long(texts[i], bases[j]);
        }
    errno = 0;
    long value = strtol("5", NULL, 1);
    printf("%ld %d\n", value, errno == EINVAL);
    printf("%lld %llu\n", strtoll("-123456789012345", NULL, 10), strtoull("0xffffffffffffffff", NULL, 0));
    printf("%jd %ju\n", strtoimax("-77", NULL, 10), strtoumax("zz", NULL, 36));
    printf("%d %d %ld %lld\n", atoi("  -19x"), atoi("none"), atol("2147483648"), atoll("-9223372036854775808"));
}

static void doubles(void)
{
    static const char *const texts[] = {
        "0", "-0", "1", "3.14159", ".5", "5.", ".", "1e3", "1E-3", "1e", "1e+", "2.5e2xyz", "  +7.25", "0x1.8p3", "0xA", "0x.8",
        "inf", "-INFINITY", "infinite", "1e308", "1e309", "-1e400", "1e-320", "1e-400", "4.9e-324", "2.4703282292062327e-324",
        "0.1", "0.3", "1.7976931348623157e308", "123456789012345678901234567890", "9007199254740993", "1.00000000000000011102230246251565",
        "2.2250738585072011e-308", "8.5e-46", "16777217", "-1.5e-5e3", "1,5", "--1", "1_000",
    };
    for (unsigned i = 0; i < sizeof texts / sizeof texts[0]; i++)
        floating(texts[i]);
    char *end;
    double nan = strtod("NaN(123)x", &end);
    printf("%d %c\n", nan != nan, *end);
    printf("%.17g %.17g\n", atof("2.718281828459045"), atof("x"));
}

static void division(void)
{
    div_t a = div(-17, 5);
    ldiv_t b = ldiv(1234567890123L, -1000);
    lldiv_t c = lldiv(-7, -2);
    imaxdiv_t d = imaxdiv(100, 7);
    printf("%d %d %ld %ld %lld %lld %jd %jd\n", a.quot, a.rem, b.quot, b.rem, c.quot, c.rem, d.quot, d.rem);
    printf("%d %ld %lld %jd\n", abs(-5), labs(-5000000000L), llabs(LLONG_MIN + 1), imaxabs(-9));
}

int main(void)
{
    integers();
    doubles();
    division();
    return 0;
}
