// The functions of math.h whose result is determined exactly, over ordinary and special arguments.
// native: same
#include <fenv.h>
#include <float.h>
#include <math.h>
#include <stdio.h>

static const double values[] = { 0.0, -0.0, 0.3, 0.5, -0.5, 1.0, 1.5, -1.5, 2.5, -2.5, 3.7, -3.7, 100.25, 1e10 + 0.5,
    -4503599627370495.5, 1e300, -1e-300, 5e-324, DBL_MAX, DBL_MIN };
enum { N = sizeof values / sizeof values[0] };

static void show(double x)
{
    if (isnan(x))
        printf("nan ");
    else
        printf("%.17g ", x);
}

static void rounding(double x)
{
    show(floor(x));
    show(ceil(x));
    show(trunc(x));
    show(round(x));
    show(rint(x));
    show(nearbyint(x));
    show(fabs(x));
    show(sqrt(x));
    show(logb(x));
    if (fabs(x) < 1e18)
        printf("%ld %lld %ld %lld ", lround(x), llround(x), lrint(x), llrint(x));
    putchar('\n');
}

static void single(float x)
{
    show(floorf(x));
    show(ceilf(x));
    show(truncf(x));
    show(roundf(x));
    show(rintf(x));
    show(fabsf(x));
    show(sqrtf(x));
    show(nextafterf(x, 10.0f));
    show(fmodf(x, 0.7f));
    putchar('\n');
}

static void pairs(double x, double y)
{
    show(fmod(x, y));
    show(remainder(x, y));
    /* Which zero is the smaller one is not specified. */
    if (x != 0 || y != 0) {
        show(fmin(x, y));
        show(fmax(x, y));
    }
    show(fdim(x, y));
    show(copysign(x, y));
    show(nextafter(x, y));
    show(fma(x, y, 1.0));
    putchar('\n');
}

static void parts(double x)
{
    int exponent, quotient;
    double whole, mantissa = frexp(x, &exponent), fraction = modf(x, &whole);
    show(mantissa);
    printf("%d ", exponent);
    show(whole);
    show(fraction);
    show(ldexp(mantissa, exponent));
    show(scalbn(x, 3));
    show(scalbn(x, -1070));
    show(remquo(x, 0.75, &quotient));
    printf("%d ", quotient & 7);
    if (x != 0)
        printf("%d", ilogb(x));
    putchar('\n');
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        rounding(values[i]);
        single((float)values[i]);
        parts(values[i]);
        for (int j = 0; j < N; j += 3)
            pairs(values[i], values[j]);
    }
    double inf = INFINITY, nan = NAN;
    rounding(inf);
    rounding(-inf);
    rounding(nan);
    pairs(inf, 2);
    pairs(2, inf);
    pairs(nan, 2);
    pairs(1, 0.0);
    printf("%d %d %d %d %d\n", fpclassify(0.0) == FP_ZERO, fpclassify(inf) == FP_INFINITE, fpclassify(nan) == FP_NAN,
           fpclassify(1.0) == FP_NORMAL, fegetround() == FE_TONEAREST);
    printf("%d %d\n", isinf(inf) != 0, signbit(-0.0) != 0);
    return 0;
}
