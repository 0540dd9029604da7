// Files that are made longer, and locks on parts of them.
// native: same
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

// One after the other: in which order arguments are evaluated is up to the compiler.
#define SAY(first, second)               \
    do {                                 \
        long x = (first), y = (second);  \
        printf("%ld %ld\n", x, y);       \
    } while (0)

static long size(int fd) {
    struct stat status;
    fstat(fd, &status);
    return status.st_size;
}

int main(void) {
    char name[] = "/tmp/spaceXXXXXX";
    int fd = mkstemp(name);
    SAY(posix_fallocate(fd, 0, 100), size(fd));
    SAY(posix_fallocate(fd, 10, 20), size(fd));
    printf("%d\n", posix_fallocate(fd, 0, 0) == EINVAL);
    printf("%d\n", posix_fallocate(99, 0, 10) == EBADF);
    SAY(fallocate(fd, 0, 100, 50), size(fd));
    SAY(fallocate(fd, FALLOC_FL_KEEP_SIZE, 0, 500), size(fd));
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 0, .l_len = 10};
    printf("%d\n", fcntl(fd, F_SETLK, &lock));
    lock.l_type = F_RDLCK;
    SAY(fcntl(fd, F_GETLK, &lock), lock.l_type == F_UNLCK);
    SAY(lockf(fd, F_LOCK, 10), lockf(fd, F_ULOCK, 10));
    SAY(flock(fd, LOCK_EX), flock(fd, LOCK_UN));
    SAY(fcntl(99, F_GETLK, &lock), errno == EBADF);
    unlink(name);
    return 0;
}
