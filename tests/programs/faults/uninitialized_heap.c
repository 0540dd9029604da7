// Sums a block of which one element was not written.
// levels: 0
// flags: --uninit
// exit: 1
// stderr~ error[uninitialized]
#include <stdlib.h>

int main(void)
{
    int *values = malloc(4 * sizeof *values), sum = 0;
    for (int i = 0; i < 3; i++)
        values[i] = i;
    for (int i = 0; i < 4; i++)
        sum += values[i];
    if (sum > 3)
        sum = 3;
    free(values);
    return sum;
}
