// atexit runs in reverse order, handlers may register handlers, on exit buffers are flushed; exit codes are taken modulo 256.
// native: same
// exit: 44
#include <stdio.h>
#include <stdlib.h>

static void first(void) { puts("first registered, last run"); }
static void nested(void) { puts("registered by a handler"); }
static void second(void)
{
    puts("second");
    atexit(nested);
}
static void third(void) { printf("third, without newline;"); }

static void deep(int n)
{
    if (n == 0)
        exit(300);
    deep(n - 1);
    puts("not reached");
}

int main(void)
{
    printf("%d", atexit(first));
    printf("%d", atexit(second));
    printf("%d\n", atexit(third));
    deep(5);
    return 1;
}
