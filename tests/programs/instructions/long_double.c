// Long double is 80 bits wide on x86-64, which is refused rather than rounded.
// levels: 0
// exit: 2
// stderr~ the type `x86_fp80`, which is C's `long double`, is not supported
#include <stdio.h>

int main(void) {
    long double third = 1.0L / 3;
    printf("%d\n", (int)(third * 30));
    return 0;
}
