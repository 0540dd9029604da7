// An instruction that is not supported is refused when it is reached, with its text, its place and a way out.
// exit: 2
// stdout: before
// stderr~ asm_refused.c:16
// stderr~ the inline assembly `aesenc %xmm1,%xmm0` is not supported
// stderr~ docs/inline-assembly.md
#include <stdio.h>

int main(int argc, char **argv)
{
    (void)argv;
    if (argc > 5)
        __asm__ __volatile__("hlt");
    puts("before");
    fflush(stdout);
    __asm__ __volatile__("lock; incl %0\n\taesenc %%xmm1, %%xmm0" : "+m"(argc)::"memory");
    puts("behind");
    return 0;
}
