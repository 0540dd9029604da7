// Prints an uninitialised string buffer.
// levels: 0
// flags: --uninit
// exit: 1
// stderr~ error[uninitialized]
#include <stdio.h>

int main(void)
{
    char name[16];
    printf("%s\n", name);
    return 0;
}
