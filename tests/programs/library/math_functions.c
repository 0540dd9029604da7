// The transcendental functions of math.h to ten digits, their special values, and errno on domain and range errors.
// native: same
#define _GNU_SOURCE
#include <errno.h>
#include <math.h>
#include <stdio.h>

/* The sign of a NaN result is not specified. */
static void show(double x)
{
    if (isnan(x))
        printf("nan ");
    else
        printf("%.10g ", x);
}

static void unary(double x)
{
    static double (*const functions[])(double) = { exp, exp2, expm1, log, log2, log10, log1p, sin, cos, tan, asin, acos,
        atan, sinh, cosh, tanh, asinh, acosh, atanh, cbrt, erf, erfc, tgamma, lgamma };
    printf("%g: ", x);
    for (unsigned i = 0; i < sizeof functions / sizeof functions[0]; i++)
        show(functions[i](x));
    putchar('\n');
}

static void unary_single(float x)
{
    static float (*const functions[])(float) = { expf, exp2f, logf, log2f, log10f, sinf, cosf, tanf, atanf, sinhf,
        tanhf, cbrtf };
    for (unsigned i = 0; i < sizeof functions / sizeof functions[0]; i++) {
        float y = functions[i](x);
        if (isnan(y))
            printf("nan ");
        else
            printf("%.5g ", (double)y);
    }
    putchar('\n');
}

static void binary(double x, double y)
{
    show(pow(x, y));
    show(atan2(x, y));
    show(hypot(x, y));
    show((double)powf((float)x, (float)y) > 1);
    putchar('\n');
}

static void errors(volatile double zero)
{
    errno = 0; double a = log(zero - 1); printf("%d %d, ", isnan(a) != 0, errno == EDOM);
    errno = 0; double b = log(zero); printf("%g %d, ", b, errno == ERANGE);
    errno = 0; double c = exp(zero + 1000); printf("%g %d, ", c, errno == ERANGE);
    errno = 0; double d = pow(zero - 8, 1.0 / 3); printf("%d %d, ", isnan(d) != 0, errno == EDOM);
    errno = 0; double e = sqrt(zero - 1); printf("%d %d, ", isnan(e) != 0, errno == EDOM);
    errno = 0; double f = acos(zero + 2); printf("%d %d\n", isnan(f) != 0, errno == EDOM);
}

int main(void)
{
    static const double values[] = { 0, 0.1, -0.5, 0.9999, 1, -1, 1.5, 2, M_PI, -3.25, 10, 25.5, -40, 100 };
    for (unsigned i = 0; i < sizeof values / sizeof values[0]; i++) {
        unary(values[i]);
        unary_single((float)values[i]);
    }
    unary(INFINITY);
    unary(-INFINITY);
    unary(NAN);
    static const double bases[] = { 0, -0.0, 1, -1, 2, 0.5, -2, 10, INFINITY, -INFINITY };
    static const double exponents[] = { 0, 1, -1, 2, 0.5, -3, 3, INFINITY, -INFINITY };
    for (unsigned i = 0; i < sizeof bases / sizeof bases[0]; i++)
        for (unsigned j = 0; j < sizeof exponents / sizeof exponents[0]; j++)
            binary(bases[i], exponents[j]);
    printf("%g %g\n", pow(1, NAN), pow(NAN, 0));
    double s, c;
    sincos(1.25, &s, &c);
    printf("%.10g %.10g\n", s, c);
    errors(0);
    printf("%.10g %.10g %.10g\n", M_E, M_SQRT2, M_LN2);
    return 0;
}
