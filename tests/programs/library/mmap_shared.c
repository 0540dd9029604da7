// Writing to a file through a shared mapping is not supported, and Mazurka says so rather than lose what is written.
// exit: 2
// stderr~ shared mapping
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void)
{
    int d = open("mapped.txt", O_CREAT | O_RDWR | O_TRUNC, 0600);
    if (write(d, "hello mapping", 13) != 13)
        return 1;
    char *shared = mmap(NULL, 13, PROT_READ | PROT_WRITE, MAP_SHARED, d, 0);
    shared[0] = 'Y';
    return 0;
}
