// Constructor and destructor attributes: order by priority, before main and after exit handlers.
// native: same
// exit: 4
#include <stdio.h>
#include <stdlib.h>

static int value = 1;

__attribute__((constructor(301))) static void third(void) { value = value * 10 + 3; puts("constructor 301"); }
__attribute__((constructor(102))) static void first(void) { value = value * 10 + 1; puts("constructor 102"); }
__attribute__((constructor(200))) static void second(void) { value = value * 10 + 2; puts("constructor 200"); }
__attribute__((constructor)) static void last(void) { value = value * 10 + 4; puts("constructor without priority"); }

__attribute__((destructor(102))) static void end_last(void) { puts("destructor 102"); }
__attribute__((destructor(200))) static void end_second(void) { puts("destructor 200"); }
__attribute__((destructor)) static void end_first(void) { puts("destructor without priority"); }

static void at_exit(void) { puts("exit handler"); }

int main(void)
{
    printf("main: %d\n", value);
    atexit(at_exit);
    return 4;
}
