// A part of a mapping is used after it was unmapped.
#define _GNU_SOURCE
#include <sys/mman.h>

int main(void) {
    char *p = mmap(0, 3 * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    munmap(p + 4096, 4096);
    p[8192] = 1;
    p[4096] = 1; //~ use-after-free
    return 0;
}
