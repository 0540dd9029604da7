// sprintf writes more than the buffer holds.
// levels: 0
#include <stdio.h>

int main(void)
{
    char small[6];
    int number = 123456;
    sprintf(small, "%d", number); //~ out-of-bounds
    return small[0];
}
