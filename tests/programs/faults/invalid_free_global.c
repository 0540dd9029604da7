// Frees a global variable.
// levels: 0
#include <stdlib.h>

static char buffer[16];

int main(void)
{
    char *pointer = buffer;
    free(pointer); //~ invalid-free
    return 0;
}
