// An assertion that does not hold.
// stderr~ total == 10
#include <assert.h>

int main(int argc, char **argv)
{
    (void)argv;
    int total = argc + 3;
    assert(total == 10); //~ assertion
    return 0;
}
