// A jump out of a signal handler is refused: what it does to the signals that are blocked is not known.
// exit: 2
// stderr~ a jump (longjmp, siglongjmp) out of a signal handler
#include <setjmp.h>
#include <signal.h>

static sigjmp_buf back;

static void handle(int number)
{
    siglongjmp(back, number);
}

int main(void)
{
    signal(SIGUSR1, handle);
    if (sigsetjmp(back, 1) == 0)
        raise(SIGUSR1);
    return 0;
}
