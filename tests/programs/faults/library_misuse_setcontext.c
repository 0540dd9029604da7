// setcontext to a function that has returned.
// levels: 0
#include <ucontext.h>

static ucontext_t context;

static int save(void)
{
    int error = getcontext(&context);
    return error;
}

int main(void)
{
    if (save() == 0)
        setcontext(&context); //~ library-misuse
    return 0;
}
