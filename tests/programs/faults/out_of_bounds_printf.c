// printf %s of an array without a terminator.
// levels: 0
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char *letters = malloc(4);
    for (int i = 0; i < 4; i++)
        letters[i] = 'x';
    printf("%s\n", letters); //~ out-of-bounds
    free(letters);
    return 0;
}
