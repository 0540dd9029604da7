// Inline functions in all their linkages, always_inline, noinline, extern inline with a definition, recursion through inlines.
// native: same
#include <stdio.h>
#include <stdlib.h>

static inline int twice(int x) { return 2 * x; }
__attribute__((always_inline)) static inline int square(int x) { return x * x; }
__attribute__((noinline)) static int cube(int x) { return x * square(x); }
inline int external(int x) { return x + 1000; }
extern inline int external(int x);

static inline int even(int n);
static inline int odd(int n) { return n == 0 ? 0 : even(n - 1); }
static inline int even(int n) { return n == 0 ? 1 : odd(n - 1); }

static inline int counter(void)
{
    static int calls;
    return ++calls;
}

static int use_counter_a(void) { return counter() * 10; }
static int use_counter_b(void) { return counter() * 100; }

__attribute__((const)) static int pure(int x) { return x ^ 0x55; }
__attribute__((noreturn)) static void finish(int code);

__attribute__((cold)) static void report(const char *what, int value) { printf("%s %d\n", what, value); }

int main(void)
{
    report("twice", twice(21));
    report("cube", cube(-3));
    report("external", external(7));
    int (*address)(int) = external;
    report("address", address(8));
    report("even", even(10) + 2 * odd(7));
    int a = use_counter_a(), b = use_counter_b();
    report("counter", a + b);
    report("pure", pure(0x0f));
    finish(0);
}

static void finish(int code)
{
    report("finish", code);
    exit(code);
}
