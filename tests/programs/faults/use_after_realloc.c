// Uses the old pointer after realloc has moved the block.
// levels: 0
#include <stdlib.h>

int main(void)
{
    int *small = malloc(4 * sizeof *small);
    small[0] = 1;
    int *large = realloc(small, 4000 * sizeof *large);
    large[1] = small[0]; //~ use-after-free
    free(large);
    return 0;
}
