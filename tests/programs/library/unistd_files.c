// File descriptors: open flags, read, write, lseek, dup, stat, truncate, pread, pwrite, readv, access, unlink, pipes.
// native: same
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static const char *const path = "unistd_test.bin";

static void show(int descriptor)
{
    char text[64] = "";
    off_t here = lseek(descriptor, 0, SEEK_CUR);
    ssize_t n = pread(descriptor, text, sizeof text - 1, 0);
    printf("at %ld of %zd: %s\n", (long)here, n, text);
}

static void reading_and_writing(void)
{
    int d = open(path, O_CREAT | O_TRUNC | O_RDWR, 0644);
    printf("%d ", d > 2);
    printf("%zd ", write(d, "0123456789", 10));
    show(d);
    printf("%ld ", (long)lseek(d, 3, SEEK_SET));
    char text[8] = "";
    printf("%zd ", read(d, text, 4));
    printf("%s %ld ", text, (long)lseek(d, -1, SEEK_CUR));
    printf("%ld\n", (long)lseek(d, -2, SEEK_END));
    printf("%zd ", read(d, text, 8));
    printf("%zd\n", read(d, text, 8));
    printf("%zd ", pwrite(d, "PW", 2, 4));
    printf("%zd ", pwrite(d, "!", 1, 12));
    printf("%ld\n", (long)lseek(d, 0, SEEK_END));
    printf("%d ", ftruncate(d, 8));
    show(d);
    printf("%d ", ftruncate(d, 10));
    struct stat status;
    fstat(d, &status);
    printf("%ld %d\n", (long)status.st_size, S_ISREG(status.st_mode));
    struct iovec out[2] = { { "gather", 6 }, { "ed", 2 } };
    lseek(d, 0, SEEK_SET);
    printf("%zd ", writev(d, out, 2));
    char a[4] = "", b[8] = "";
    struct iovec in[2] = { { a, 3 }, { b, 7 } };
    lseek(d, 0, SEEK_SET);
    printf("%zd ", readv(d, in, 2));
    printf("%s %s ", a, b);
    printf("%d ", close(d));
    printf("%d\n", close(d));
}

static void duplicates(void)
{
    int d = open(path, O_RDWR), e = dup(d);
    lseek(d, 5, SEEK_SET);
    printf("%d %ld ", e != d, (long)lseek(e, 0, SEEK_CUR));
    int f = dup2(d, 50);
    close(d);
    char c;
    printf("%d ", f);
    printf("%zd ", read(50, &c, 1));
    printf("%c %ld\n", c, (long)lseek(e, 0, SEEK_CUR));
    printf("%d ", fcntl(e, F_GETFD));
    int append = open(path, O_WRONLY | O_APPEND);
    lseek(append, 0, SEEK_SET);
    printf("%zd ", write(append, "app", 3));
    printf("%ld ", (long)lseek(append, 0, SEEK_CUR));
    printf("%d\n", (fcntl(append, F_GETFL) & (O_APPEND | O_ACCMODE)) == (O_APPEND | O_WRONLY));
    close(append);
    close(e);
    close(50);
}

static void errors(void)
{
    char c = 0;
    int r;
    errno = 0; r = open("missing", O_RDONLY); printf("%d %d, ", r, errno == ENOENT);
    errno = 0; r = open(path, O_CREAT | O_EXCL | O_WRONLY, 0600); printf("%d %d, ", r, errno == EEXIST);
    errno = 0; r = (int)read(999, &c, 1); printf("%d %d, ", r, errno == EBADF);
    int d = open(path, O_RDONLY);
    errno = 0; r = (int)write(d, "x", 1); printf("%d %d, ", r, errno == EBADF);
    errno = 0; r = (int)lseek(d, -100, SEEK_SET); printf("%d %d, ", r, errno == EINVAL);
    close(d);
    errno = 0; r = dup(d); printf("%d %d, ", r, errno == EBADF);
    errno = 0; r = unlink("missing"); printf("%d %d\n", r, errno == ENOENT);
}

static void names(void)
{
    struct stat status;
    printf("%d %d ", stat(path, &status), access(path, F_OK));
    printf("%d %d\n", access(path, R_OK | W_OK), access("missing", F_OK));
    printf("%d ", truncate(path, 4));
    stat(path, &status);
    printf("%ld ", (long)status.st_size);
    printf("%d ", rename(path, "moved.bin"));
    printf("%d %d\n", access(path, F_OK), stat("moved.bin", &status));
    /* An unlinked file stays until it is closed. */
    int d = open("moved.bin", O_RDWR);
    printf("%d ", unlink("moved.bin"));
    printf("%d ", access("moved.bin", F_OK));
    printf("%zd\n", pwrite(d, "alive", 5, 0));
    show(d);
    close(d);
}

static void pipes(void)
{
    int ends[2];
    printf("%d ", pipe(ends));
    printf("%zd ", write(ends[1], "through the pipe", 16));
    char text[32] = "";
    printf("%zd ", read(ends[0], text, 7));
    printf("%s ", text);
    close(ends[1]);
    printf("%zd ", read(ends[0], text, sizeof text));
    printf("%zd ", read(ends[0], text, sizeof text));
    errno = 0;
    off_t r = lseek(ends[0], 0, SEEK_SET);
    printf("%ld %d\n", (long)r, errno == ESPIPE);
    close(ends[0]);
}

int main(void)
{
    reading_and_writing();
    duplicates();
    errors();
    names();
    pipes();
    fflush(stdout);
    ssize_t written = write(STDOUT_FILENO, "direct\n", 7);
    int plain = open("tty.txt", O_CREAT | O_RDWR, 0600);
    printf("%zd %d\n", written, isatty(plain));
    close(plain);
    unlink("tty.txt");
    return 0;
}
