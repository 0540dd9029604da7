// An access of eight bytes of which only the first four are inside the block.
// levels: 0
#include <stdlib.h>

int main(void)
{
    int *three = calloc(3, sizeof *three);
    long wide = *(long *)&three[2]; //~ out-of-bounds
    free(three);
    return (int)wide;
}
