// The mmap family: anonymous memory, private file mappings, shared ones for reading, munmap, mprotect and errors.
// native: same
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static void anonymous(void)
{
    size_t size = 3 * 4096;
    unsigned char *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    int dirty = 0;
    for (size_t i = 0; i < size; i++)
        dirty |= p[i];
    p[0] = 1;
    p[size - 1] = 2;
    printf("%d %d %d %d ", p != MAP_FAILED, (uintptr_t)p % 4096 == 0, dirty, p[0] + p[size - 1]);
    printf("%d ", mprotect(p, 4096, PROT_READ));
    printf("%d\n", munmap(p, size));
}

static void of_file(void)
{
    int d = open("mapped.txt", O_CREAT | O_RDWR | O_TRUNC, 0600);
    printf("%zd ", write(d, "hello mapping", 13));
    const char *view = mmap(NULL, 13, PROT_READ, MAP_SHARED, d, 0);
    printf("%.5s %.7s ", view, view + 6);
    printf("%d\n", view[12]);
    char *copy = mmap(NULL, 13, PROT_READ | PROT_WRITE, MAP_PRIVATE, d, 0);
    copy[0] = 'J';
    char text[14] = "";
    printf("%zd ", pread(d, text, 13, 0));
    printf("%s %.13s\n", text, copy);
    munmap((void *)view, 13);
    munmap(copy, 13);
    close(d);
    unlink("mapped.txt");
}

int main(void)
{
    anonymous();
    of_file();
    errno = 0;
    void *p = mmap(NULL, 0, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    printf("%d %d ", p == MAP_FAILED, errno == EINVAL);
    errno = 0;
    p = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, 999, 0);
    printf("%d %d\n", p == MAP_FAILED, errno == EBADF);
    printf("%d %ld\n", getpagesize(), sysconf(_SC_PAGESIZE));
    return 0;
}
