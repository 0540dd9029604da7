// The pseudo-random functions: rand and random follow the additive-feedback sequence of the C library, rand_r and drand48 theirs.
// native: same
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    for (int i = 0; i < 8; i++)
        printf("%d ", rand());
    printf("%d\n", RAND_MAX);
    for (unsigned seed = 0; seed < 4; seed++) {
        srand(seed * 12345);
        for (int i = 0; i < 40; i++)
            rand();
        printf("%d\n", rand());
    }
    srand(42);
    unsigned sum = 0;
    for (int i = 0; i < 1000; i++)
        sum = sum * 31 + (unsigned)rand();
    printf("%u\n", sum);
    srandom(7);
    printf("%ld ", random());
    printf("%ld\n", random());
    unsigned state = 99;
    for (int i = 0; i < 5; i++)
        printf("%d ", rand_r(&state));
    printf("%u\n", state);
    srand48(5);
    printf("%.17g ", drand48());
    printf("%ld ", lrand48());
    printf("%ld\n", mrand48());
    return 0;
}
