// Writes just before a heap block.
// levels: 0
#include <stdlib.h>

int main(void)
{
    char *text = malloc(8);
    int index = -1;
    text[index] = 'x'; //~ out-of-bounds
    free(text);
    return 0;
}
