// Frees a function.
// levels: 0
#include <stdlib.h>

int main(void)
{
    void *pointer = (void *)main;
    free(pointer); //~ invalid-free
    return 0;
}
