// Shared mappings of files for writing, shared memory by name and without, and mappings that are unmapped in parts.
// native: same
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static void of_file(void)
{
    int d = open("mapped_shared.txt", O_CREAT | O_RDWR | O_TRUNC, 0600);
    write(d, "hello mapping", 13);
    char *shared = mmap(NULL, 13, PROT_READ | PROT_WRITE, MAP_SHARED, d, 0), text[14] = "";
    shared[0] = 'Y';
    printf("%zd", pread(d, text, 13, 0));
    printf(" %s\n", text);
    pwrite(d, "MAP", 3, 6);
    printf("%.13s\n", shared);
    lseek(d, 0, SEEK_SET);
    write(d, "J", 1);
    printf("%.13s\n", shared);
    memcpy(shared + 1, "ump", 3);
    printf("%d ", msync(shared, 13, MS_SYNC));
    printf("%d\n", munmap(shared, 13));
    FILE *stream = fdopen(d, "r+");
    rewind(stream);
    printf("%s\n", fgets(text, 14, stream));
    fclose(stream);
    d = open("mapped_shared.txt", O_RDONLY);
    errno = 0;
    printf("%d ", mmap(NULL, 13, PROT_READ | PROT_WRITE, MAP_SHARED, d, 0) == MAP_FAILED);
    printf("%d\n", errno == EACCES);
    close(d);
    unlink("mapped_shared.txt");
}

static void of_memory(void)
{
    // Names are shared by the whole machine, where another test may run at the same time.
    char name[32];
    snprintf(name, sizeof name, "/mazurka_test_%d", (int)getpid());
    int d = shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0600);
    printf("%d ", ftruncate(d, 8192));
    char *shared = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_SHARED, d, 0), byte;
    shared[8191] = 'z';
    int again = shm_open(name, O_RDWR, 0);
    printf("%zd ", pread(again, &byte, 1, 8191));
    printf("%c ", byte);
    printf("%d ", shm_unlink(name));
    printf("%d\n", shm_open(name, O_RDWR, 0));
    close(d);
    close(again);
    munmap(shared, 8192);
    d = memfd_create("name", 0);
    printf("%d ", ftruncate(d, 4096));
    shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, d, 0);
    strcpy(shared, "text");
    char text[5];
    printf("%zd ", read(d, text, 5));
    printf("%s\n", text);
    munmap(shared, 4096);
    close(d);
}

static void in_parts(void)
{
    char *p = mmap(NULL, 4 * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    memset(p, 1, 4 * 4096);
    printf("%d ", munmap(p, 4096));
    printf("%d ", munmap(p + 3 * 4096, 4096));
    printf("%d ", p[4096] + p[3 * 4096 - 1]);
    printf("%d ", munmap(p + 4096, 2 * 4096));
    errno = 0;
    printf("%d ", munmap(p + 1, 4096));
    printf("%d\n", errno == EINVAL);
}

int main(void)
{
    of_file();
    of_memory();
    in_parts();
    return 0;
}
