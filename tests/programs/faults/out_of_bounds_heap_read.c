// Reads one element past the end of a heap block.
// levels: 0
#include <stdlib.h>

int main(void)
{
    int *values = calloc(10, sizeof *values);
    int sum = 0;
    for (int i = 0; i <= 10; i++)
        sum += values[i]; //~ out-of-bounds
    free(values);
    return sum;
}
