// mz_choose returns 0 in a plain run, for any number of alternatives.
// native: same
#include <mazurka.h>
#include <stdio.h>

int main(void)
{
    unsigned sum = 0;
    for (unsigned n = 1; n < 10; n++)
        sum += mz_choose(n);
    mz_assert(sum == 0);
    printf("%u\n", sum);
    return 0;
}
