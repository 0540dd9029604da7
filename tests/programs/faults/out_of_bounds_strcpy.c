// strcpy of a string whose terminator does not fit.
// levels: 0
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *copy = malloc(5);
    strcpy(copy, "12345"); //~ out-of-bounds
    free(copy);
    return 0;
}
