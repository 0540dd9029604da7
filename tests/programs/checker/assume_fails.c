// mz_assume of something false ends the run: nothing after it happens, exit code 3.
// exit: 3
// stdout: before
#include <mazurka.h>
#include <stdio.h>

int main(void)
{
    puts("before");
    fflush(stdout);
    mz_assume(mz_choose(2) == 1);
    puts("after");
    return 0;
}
