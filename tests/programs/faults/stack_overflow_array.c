// A variable-length array that no stack can hold.
// levels: 0
#include <stddef.h>

static int touch(size_t size)
{
    char array[size]; //~ stack-overflow
    array[0] = 1;
    return array[0];
}

int main(void)
{
    return touch((size_t)1 << 40);
}
