// A division by zero in assembly.
#include <stdint.h>

int main(int argc, char **argv)
{
    (void)argv;
    uint32_t low = 5, high = 0;
    __asm__ __volatile__("divl %2" : "+a"(low), "+d"(high) : "r"(argc - 1) : "cc"); //~ division-by-zero
    return (int)low;
}
