// A quotient in assembly that does not fit its register traps, as on the processor.
#include <stdint.h>

int main(int argc, char **argv)
{
    (void)argv;
    uint32_t low = 5, high = 7;
    __asm__ __volatile__("divl %2" : "+a"(low), "+d"(high) : "r"(argc) : "cc"); //~ unreachable
    return (int)low;
}
