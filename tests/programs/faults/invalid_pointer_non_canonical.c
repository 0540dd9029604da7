// Writes through a bit pattern that is not an address.
// levels: 0
#include <stdint.h>

int main(void)
{
    char *wild = (char *)(uintptr_t)0xfefefefefefefefe;
    *wild = 1; //~ invalid-pointer
    return 0;
}
