// The common idiom assume_abort_if_not: abort is the program's own and is reported.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static void assume_abort_if_not(int condition)
{
    if (!condition)
        abort(); //~ abort
}

int main(void)
{
    int x = __VERIFIER_nondet_int();
    assume_abort_if_not(x != 0);
    return 0;
}
