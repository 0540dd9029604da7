// Float and double arithmetic and comparisons, with infinities, NaN, signed zeros and subnormals.
// native: same
#include <float.h>
#include <math.h>
#include <stdio.h>

/* The sign of a NaN that an operation produces is not specified: print it without one. */
static void show(double x)
{
    if (isnan(x))
        printf(" nan");
    else
        printf(" %.17g", x);
}

static void doubles(double a, double b)
{
    show(a + b);
    show(a - b);
    show(a * b);
    show(a / b);
    show(-a);
    printf(" %d%d%d%d%d%d", a < b, a <= b, a > b, a >= b, a == b, a != b);
    printf(" %d%d%d%d", isless(a, b), isgreaterequal(a, b), islessgreater(a, b), !!isunordered(a, b));
    printf(" %d%d\n", !(a < b), !(a >= b));
}

static void floats(float a, float b)
{
    show(a + b);
    show(a - b);
    show(a * b);
    show(a / b);
    show(-a);
    printf(" %d%d%d%d%d%d\n", a < b, a <= b, a > b, a >= b, a == b, a != b);
}

static void classify(double x)
{
    printf("%d %d %d %d %d %d\n", !!isnan(x), !!isinf(x), !!isfinite(x), !!isnormal(x),
           isnan(x) ? 0 : !!signbit(x), fpclassify(x) == FP_SUBNORMAL);
}

static void accumulate(void)
{
    float single = 0;
    double twice = 0;
    for (int i = 1; i <= 1000; i++) {
        single += 1.0f / (float)i;
        twice += 1.0 / i;
    }
    printf("%.9g %.17g\n", (double)single, twice);
    double x = 1;
    while (1 + x > 1)
        x /= 2;
    printf("%.17g %d\n", x, x * 2 == DBL_EPSILON);
    double newton = 1;
    for (int i = 0; i < 6; i++)
        newton = (newton + 2 / newton) / 2;
    printf("%.17g\n", newton);
}

int main(void)
{
    volatile double zero = 0;
    const double values[] = { 0.0, -0.0, 1.0, -1.5, 0.1, 1e308, -1e308, DBL_MIN, 5e-324, DBL_MAX, 1 / zero, -1 / zero,
        zero / zero };
    enum { N = sizeof values / sizeof values[0] };
    for (int i = 0; i < N; i++) {
        classify(values[i]);
        for (int j = 0; j < N; j++) {
            doubles(values[i], values[j]);
            floats((float)values[i], (float)values[j]);
        }
    }
    accumulate();
    double x = 3;
    x++;
    x += 0.5;
    x *= 2;
    x--;
    float y = 7;
    y /= 2;
    y -= 10;
    printf("%g %g %d %g\n", x, (double)y, !y, fabs((double)y));
    return 0;
}
