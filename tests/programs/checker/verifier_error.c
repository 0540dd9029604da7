// Reaching the program's own reach_error is a failed assertion.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
void reach_error(void) { assert(0); } //~ assertion

static void __VERIFIER_assert(int condition)
{
    if (!condition)
        reach_error();
}

int main(void)
{
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assert(x == 0);
    __VERIFIER_assert(x != 0);
    return 0;
}
