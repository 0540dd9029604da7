// Old-style definitions, implicit int, unprototyped calls and promotion of narrow parameters.
// flags: -std=gnu89 -Wno-implicit-int -Wno-deprecated-non-prototype -Wno-strict-prototypes
// native: same
#include <stdio.h>

static add(a, b)
    int a, b;
{
    return a + b;
}

static double average(values, count)
    double *values;
    unsigned char count;
{
    double sum = 0;
    int i;
    for (i = 0; i < count; i++)
        sum += values[i];
    return sum / count;
}

/* char, short and float arguments arrive as int and double. */
static char *describe(c, s, f)
    char c;
    short s;
    float f;
{
    static char text[64];
    sprintf(text, "%c %d %g", c, s, (double)f);
    return text;
}

static int (*choose(which))()
    int which;
{
    return which ? add : 0;
}

static unspecified();

main()
{
    static double values[] = { 1.0, 2.0, 6.0 };
    register int i;
    printf("%d\n", add(2, 3));
    printf("%g\n", average(values, 3));
    printf("%s\n", describe('x', -7, 2.5f));
    printf("%d %d\n", choose(1)(40, 2), choose(0) == 0);
    for (i = 0; i < 3; i++)
        printf("%d ", unspecified(i, i * 2));
    printf("\n");
    return 0;
}

static unspecified(a, b)
{
    return a * 10 + b;
}
