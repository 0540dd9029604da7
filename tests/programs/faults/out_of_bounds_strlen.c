// strlen of an array without a terminator.
// levels: 0
#include <string.h>

int main(void)
{
    char letters[4];
    for (int i = 0; i < 4; i++)
        letters[i] = 'x';
    return (int)strlen(letters); //~ out-of-bounds
}
