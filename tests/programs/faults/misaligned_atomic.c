// An atomic access that is not aligned to its size.
// levels: 0
#include <stdatomic.h>

int main(void)
{
    _Alignas(8) char buffer[16] = { 0 };
    int *pointer = (int *)(buffer + 2);
    return __atomic_load_n(pointer, __ATOMIC_SEQ_CST); //~ misaligned-atomic
}
