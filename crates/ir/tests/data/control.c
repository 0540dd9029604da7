// Control flow: loops, computed goto, non-local jumps, function pointers, inline assembly, constructors.
#include <setjmp.h>
#include <stdlib.h>

typedef int (*binary)(int, int);
static jmp_buf escape;
static int order;

__attribute__((constructor)) static void first(void) { order = order * 10 + 1; }
__attribute__((constructor(101))) static void early(void) { order = order * 10 + 2; }
__attribute__((destructor)) static void last(void) { order = 0; }

static int add(int a, int b) { return a + b; }
static int subtract(int a, int b) { return a - b; }
static const binary operations[] = { add, subtract };

int interpret(const unsigned char *code, int accumulator) {
    static void *const labels[] = { &&halt, &&increment, &&twice, &&jump_back };
    const unsigned char *start = code;
    goto *labels[*code++ & 3];
increment:
    accumulator++;
    goto *labels[*code++ & 3];
twice:
    accumulator *= 2;
    goto *labels[*code++ & 3];
jump_back:
    if (accumulator < 100)
        code = start;
    goto *labels[*code++ & 3];
halt:
    return accumulator;
}

__attribute__((noreturn)) static void leave(int code) {
    if (code > 10)
        longjmp(escape, code);
    abort();
}

int guarded(volatile int depth) {
    int code = setjmp(escape);
    if (code == 0)
        leave(depth);
    return code;
}

int apply(int which, int a, int b) { return operations[which & 1](a, b); }

unsigned long collatz(unsigned long n) {
    unsigned long steps = 0;
    for (; n != 1; steps++)
        n = n & 1 ? 3 * n + 1 : n / 2;
    do {
        if (steps % 7 == 3)
            continue;
        steps--;
    } while (steps > 50);
    return steps;
}

int assembly(int value) {
    __asm__ volatile("" ::: "memory");
    __asm__ volatile("mfence" ::: "memory");
    __asm__("addl $1, %0" : "+r"(value) : : "cc");
    __builtin_ia32_pause();
    return value;
}

void never(int code) {
    if (code)
        __builtin_unreachable();
    __builtin_trap();
}

int main(int argc, char **argv) { return interpret((unsigned char *)argv[0], argc) + (int)collatz(27); }

int assembly_that_jumps(int value) {
    __asm__ goto("testl %0, %0; jz %l[zero]; js %l[negative]" : : "r"(value) : "cc" : zero, negative);
    return 1;
zero:
    return 0;
negative:
    return -1;
}
