// Frees a local variable.
// levels: 0
#include <stdlib.h>

int main(void)
{
    int local = 3;
    void *pointer = &local;
    free(pointer); //~ invalid-free
    return local;
}
