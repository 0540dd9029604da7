// longjmp to a function that has returned.
// levels: 0
#include <setjmp.h>

static jmp_buf context;

static int save(void)
{
    return setjmp(context);
}

int main(void)
{
    if (save() == 0)
        longjmp(context, 1); //~ library-misuse
    return 0;
}
