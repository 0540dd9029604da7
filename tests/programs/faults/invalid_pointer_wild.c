// Reads an address where nothing ever was.
// levels: 0
#include <stdint.h>

int main(void)
{
    int *wild = (int *)(uintptr_t)0x7eadbeef0000;
    return *wild; //~ invalid-pointer
}
