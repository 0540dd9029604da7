// Frees a pointer into the middle of a block.
// levels: 0
#include <stdlib.h>

int main(void)
{
    char *text = malloc(16);
    text++;
    free(text); //~ invalid-free
    return 0;
}
