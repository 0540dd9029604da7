// memcpy into a block that is too small.
// levels: 0
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char source[32] = "thirty-two bytes";
    char *target = malloc(16);
    size_t size = sizeof source;
    memcpy(target, source, size); //~ out-of-bounds
    free(target);
    return 0;
}
