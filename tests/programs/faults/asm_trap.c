// A breakpoint in assembly ends the program.
// stdout: before
#include <stdio.h>

int main(void)
{
    puts("before");
    fflush(stdout);
    __asm__ __volatile__("int3"); //~ unreachable
    puts("behind");
    return 0;
}
