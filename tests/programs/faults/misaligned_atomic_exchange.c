// A compare and exchange across two words of a packed struct.
// levels: 0
// flags: -Wno-atomic-alignment
#include <stdint.h>

struct __attribute__((packed)) record { char tag; uint64_t value; };

int main(void)
{
    static struct record record = { 't', 5 };
    uint64_t *value = (uint64_t *)(void *)((char *)&record + 1);
    return __sync_bool_compare_and_swap(value, 5, 6) ? 0 : 2; //~ misaligned-atomic
}
