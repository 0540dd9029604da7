// _Exit and _exit skip exit handlers; output that was flushed stays.
// native: same
// exit: 7
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void never(void) { puts("exit handler must not run"); }

int main(void)
{
    atexit(never);
    puts("before");
    fflush(stdout);
    if (getpid() < 0)
        _exit(1);
    _Exit(7);
}
