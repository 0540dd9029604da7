// printf conversions e f g a in both cases with flags, width and precision over edge values.
// flags: -Wno-format
// native: same
#include <float.h>
#include <math.h>
#include <stdio.h>

static const char *const flags[] = { "", "-", "+", " ", "0", "#", "+0", "-#" };
static const char *const sizes[] = { "", "12", ".0", ".1", ".3", ".10", "12.0", "12.4", "14.6" };

static void combinations(char conversion, double value)
{
    for (unsigned f = 0; f < sizeof flags / sizeof flags[0]; f++) {
        for (unsigned s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
            char format[32];
            snprintf(format, sizeof format, "[%%%s%s%c]", flags[f], sizes[s], conversion);
            printf(format, value);
        }
        putchar('\n');
    }
}

static void rounding(void)
{
    /* Halfway cases are exact in binary, so the result is rounded to even. */
    printf("%.0f %.0f %.0f %.0f %.0f\n", 0.5, 1.5, 2.5, 3.5, -0.5);
    printf("%.1f %.1f %.1f %.2f %.2f\n", 0.25, 0.75, 0.35, 1.005, 2.675);
    printf("%.0e %.0e %.1e %.2g %.3g\n", 2.5, 35.0, 1.25, 0.125, 1.0005);
    printf("%.3f %.3f %.3f\n", 0.0005, 0.0015, 999.9995);
    printf("%g %g %g %g %g\n", 99999.95, 999999.5, 0.00009999995, 100000.0, 1000000.0);
}

static void exactness(void)
{
    printf("%.60f\n", 0.1);
    printf("%f\n", DBL_MAX);
    printf("%.30e\n", 5e-324);
    printf("%.0f %.0f\n", 1e22, 123456789012345678.0);
    printf("%.17g %.17g %.17g\n", 0.1, 1.0 / 3, 2.0 / 3);
    printf("%.1100f\n", 5e-324);
    printf("%.25g %.50g\n", 1e15 / 7, 1e-10);
}

static void hexadecimal(void)
{
    printf("%a %a %a %a %A\n", 1.0, -0.5, 3.14159, 0.0, 255.75);
    printf("%a %a %a\n", DBL_MAX, DBL_MIN, 5e-324);
    printf("%.0a %.1a %.3a %.15a\n", 1.5, 1.96875, 1.1, 1.0);
    printf("[%20a] [%-20a] [%020a] [%+a] [%#.0a]\n", 10.5, 10.5, 10.5, 10.5, 1.0);
}

static void special(void)
{
    double inf = INFINITY, nan = NAN;
    printf("%f %F %e %E %g %G %a %A\n", inf, inf, -inf, -inf, inf, inf, -inf, inf);
    printf("%f %F %e %G %a\n", nan, nan, nan, nan, nan);
    printf("[%8f] [%-8f] [%08f] [%+f] [% f] [%.2f]\n", inf, inf, inf, inf, inf, inf);
    printf("[%8f] [%08f] [%+f]\n", nan, nan, nan);
    printf("%f %g %e %a %.0f\n", -0.0, -0.0, -0.0, -0.0, -0.0);
}

int main(void)
{
    static const double values[] = { 0, 1, -1.5, 3.14159265358979, 100, 0.0001, 0.00001234, 123456, 1234567, 1e10,
        1e100, -2.5e-7, 9.995 };
    for (unsigned v = 0; v < sizeof values / sizeof values[0]; v++)
        for (const char *c = "eEfFgG"; *c; c++)
            combinations(*c, values[v]);
    rounding();
    exactness();
    hexadecimal();
    special();
    printf("[%*.*f] [%-*.*e] [%.*g]\n", 10, 3, 2.0 / 3, 14, 2, 12345.678, 4, 3.0);
    printf("%f %g\n", (double)1.1f, (double)FLT_MAX);
    printf("%lf %le\n", 2.5, 3.5);
    return 0;
}
