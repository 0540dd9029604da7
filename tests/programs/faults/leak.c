// The only pointer to a block is lost before the program ends.
// levels: 0
// flags: --leaks
// exit: 1
// stderr~ error[leak]
// stderr~ leak.c:11:17
#include <stdlib.h>

static int use(void)
{
    int *lost = malloc(sizeof *lost);
    *lost = 0;
    return *lost;
}

int main(void)
{
    return use();
}
