// An atomic increment of a null pointer.
// levels: 0
#include <stdatomic.h>

int main(void)
{
    atomic_int *counter = 0;
    return atomic_fetch_add(counter, 1); //~ null-dereference
}
