// Reads through an old pointer although the same size has been allocated again.
// levels: 0
#include <stdlib.h>

int main(void)
{
    int *old = malloc(64);
    free(old);
    int *fresh = malloc(64);
    *fresh = 7;
    int value = *old; //~ use-after-free
    free(fresh);
    return value;
}
