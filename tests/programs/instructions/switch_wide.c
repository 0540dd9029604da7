// A switch over integers of more than 64 bits.
// native: same
#include <stdio.h>

typedef unsigned __int128 wide;

#define BIT(n) ((wide)1 << (n))

static int chosen(wide value)
{
    switch (value) {
    case 0: return 0;
    case 7: return 1;
    case BIT(64): return 2;
    case BIT(64) + 7: return 3;
    case BIT(100): return 4;
    case ~(wide)0: return 5;
    default: return -1;
    }
}

int main(void)
{
    const wide values[] = {0, 7, BIT(64), BIT(64) + 7, BIT(100), ~(wide)0, 1, BIT(65), BIT(100) + 1, ~(wide)0 - 1};
    for (unsigned i = 0; i < sizeof values / sizeof values[0]; i++) printf("%d\n", chosen(values[i]));
    return 0;
}
