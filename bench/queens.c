// Placements of queens that do not attack each other: recursion and bits.
#include <stdio.h>

#define QUEENS 12

static unsigned place(unsigned columns, unsigned left, unsigned right) {
    unsigned all = (1u << QUEENS) - 1;
    if (columns == all) return 1;
    unsigned solutions = 0;
    for (unsigned free = all & ~(columns | left | right); free; free &= free - 1) {
        unsigned queen = free & -free;
        solutions += place(columns | queen, (left | queen) << 1, (right | queen) >> 1);
    }
    return solutions;
}

int main(void) {
    printf("queens %u\n", place(0, 0, 0));
    return 0;
}
