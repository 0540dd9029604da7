// fgets gets a larger size than the buffer has.
// levels: 0
// stdin: a line that is longer than the buffer\n
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char *buffer = malloc(8);
    char *read = fgets(buffer, 64, stdin); //~ out-of-bounds
    free(buffer);
    return read == NULL;
}
