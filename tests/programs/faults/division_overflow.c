// The smallest integer divided by minus one does not fit its type and traps on the processor.
// levels: 0
#include <limits.h>

static int divide(int a, int b)
{
    return a / b; //~ division-by-zero
}

int main(void)
{
    return divide(INT_MIN, -1);
}
