// setjmp and longjmp: nested, across functions, with volatile and unchanged locals, value 0 becoming 1.
// native: same
#include <setjmp.h>
#include <stdio.h>

static jmp_buf outer, inner;

static void leap(int value)
{
    if (value)
        longjmp(outer, value);
}

static void descend(int depth, int value)
{
    char padding[64];
    padding[0] = (char)depth;
    if (depth > 0)
        descend(depth - 1, value + padding[0]);
    leap(value);
}

static void across_functions(void)
{
    int unchanged = 42;
    volatile int changed = 1;
    int code = setjmp(outer);
    if (code == 0) {
        changed = 2;
        descend(10, 100);
        puts("not reached");
    }
    printf("code %d unchanged %d changed %d\n", code, unchanged, changed);
}

static void value_zero(void)
{
    switch (setjmp(outer)) {
    case 0: longjmp(outer, 0);
    case 1: puts("zero became one"); break;
    default: puts("wrong");
    }
}

static void counting(void)
{
    volatile int tries = 0;
    if (setjmp(outer) < 5) {
        tries++;
        longjmp(outer, tries);
    }
    printf("%d tries\n", tries);
}

static void inner_handler(int level)
{
    if (setjmp(inner) == 0) {
        if (level > 0)
            longjmp(inner, 1);
        longjmp(outer, 7);
    }
    puts("inner caught");
    longjmp(outer, 8);
}

static void nested(void)
{
    for (volatile int level = 0; level < 2; level++) {
        int code = setjmp(outer);
        if (code == 0)
            inner_handler(level);
        printf("outer caught %d at level %d\n", code, level);
    }
}

/* Exceptions as in a small interpreter: a stack of handlers. */
struct handler { jmp_buf context; struct handler *previous; };
static struct handler *handlers;

static void throw(int code)
{
    longjmp(handlers->context, code);
}

static int evaluate(int n)
{
    struct handler here;
    here.previous = handlers;
    handlers = &here;
    int code = setjmp(here.context);
    int result;
    if (code == 0)
        result = n % 3 == 0 ? (throw(n + 1), -1) : n <= 0 ? 0 : n + evaluate(n - 2);
    else
        result = code * 1000;
    handlers = here.previous;
    return result;
}

static void from_loop(void)
{
    int table[4] = { 1, 2, 3, 4 };
    volatile int sum = 0;
    for (volatile int i = 0; i < 4; i++) {
        if (_setjmp(inner) != 0)
            continue;
        sum += table[i];
        if (i % 2)
            longjmp(inner, 1);
        sum += 10;
    }
    printf("sum %d\n", sum);
}

static void with_mask(void)
{
    sigjmp_buf buffer;
    int code = sigsetjmp(buffer, 0);
    if (!code)
        siglongjmp(buffer, 3);
    printf("sigsetjmp %d\n", code);
}

int main(void)
{
    across_functions();
    value_zero();
    counting();
    nested();
    for (int n = 0; n < 9; n++)
        printf("%d ", evaluate(n));
    putchar('\n');
    from_loop();
    with_mask();
    return 0;
}
