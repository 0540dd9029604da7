// Reads a freed block.
// levels: 0
#include <stdlib.h>

int main(void)
{
    int *value = malloc(sizeof *value);
    *value = 5;
    free(value);
    return *value; //~ use-after-free
}
