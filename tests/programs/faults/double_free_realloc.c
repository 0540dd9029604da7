// Reallocates a freed block.
// levels: 0
#include <stdlib.h>

int main(void)
{
    char *block = malloc(10);
    free(block);
    char *again = realloc(block, 20); //~ double-free
    free(again);
    return 0;
}
