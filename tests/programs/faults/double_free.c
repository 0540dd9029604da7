// Frees a block twice.
// levels: 0
#include <stdlib.h>

int main(void)
{
    char *block = malloc(10), *other = malloc(10);
    free(block);
    free(other);
    free(block); //~ double-free
    return 0;
}
