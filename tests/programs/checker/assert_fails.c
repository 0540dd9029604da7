// mz_assert of something false is a fault that shows the condition.
// stderr~ x == 2
#include <mazurka.h>

int main(void)
{
    unsigned x = 1 + mz_choose(2);
    mz_assert(x == 2); //~ assertion
    return 0;
}
