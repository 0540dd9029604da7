// mz_assume of something true does nothing, and its argument is evaluated once.
// native: same
#include <mazurka.h>
#include <stdio.h>

static int evaluations;

int main(void)
{
    mz_assume(++evaluations == 1);
    mz_assume(mz_choose(3) < 3);
    mz_assume("a pointer is true");
    printf("%d\n", evaluations);
    return 0;
}
