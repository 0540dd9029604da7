// qsort gets a larger number of elements than there are.
// levels: 0
// exit: 1
// stderr~ error[out-of-bounds]
#include <stdlib.h>

static int compare(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

int main(void)
{
    int *values = malloc(4 * sizeof *values);
    for (int i = 0; i < 4; i++)
        values[i] = 4 - i;
    qsort(values, 5, sizeof *values, compare);
    free(values);
    return 0;
}
