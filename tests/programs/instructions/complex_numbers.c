// _Complex values of float and double: arithmetic, comparison, by value through functions, in arrays and structs.
// native: same
#include <complex.h>
#include <stdio.h>

static double complex make(double re, double im)
{
    double complex z;
    __real__ z = re;
    __imag__ z = im;
    return z;
}

static void show(const char *name, double complex z)
{
    printf("%s %g%+gi\n", name, creal(z), cimag(z));
}

__attribute__((noinline)) static double complex scale(double complex z, double by) { return z * by; }
__attribute__((noinline)) static float complex swap(float complex z) { return make(cimagf(z), crealf(z)); }

static int escapes(double complex c)
{
    double complex z = 0;
    for (int i = 0; i < 30; i++) {
        z = z * z + c;
        if (creal(z) * creal(z) + cimag(z) * cimag(z) > 4)
            return i;
    }
    return 30;
}

struct signal { int id; double complex samples[3]; float complex single; };

int main(void)
{
    double complex a = 3 + 4 * I, b = make(-1, 2);
    show("sum", a + b);
    show("difference", a - b);
    show("product", a * b);
    show("negated", -a);
    show("conjugate", ~a);
    show("scaled", scale(a, 0.5));
    show("mixed", a + 1);
    printf("%d %d %d\n", a == b, a != b, a == 3 + 4 * I);
    float complex f = swap(make(1.5, -2.5));
    show("single", f);
    struct signal s = { 1, { 1, 2 * I, 3 + I }, f };
    double complex total = 0;
    for (int i = 0; i < 3; i++)
        total += s.samples[i];
    show("total", total);
    s.samples[1] *= s.samples[2];
    show("member", s.samples[1]);
    __real__ a = 10;
    __imag__ a += 1;
    show("parts", a);
    for (int y = -4; y <= 4; y += 2) {
        for (int x = -8; x <= 2; x++)
            printf("%3d", escapes(make(x * 0.25, y * 0.25)));
        putchar('\n');
    }
    return 0;
}
