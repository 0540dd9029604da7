// memset past the end of a local array.
// levels: 0
#include <string.h>

int main(void)
{
    char buffer[10];
    size_t size = sizeof buffer + 1;
    memset(buffer, 0, size); //~ out-of-bounds
    return buffer[0];
}
