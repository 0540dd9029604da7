// System calls by their numbers do what the library functions do that have their names.
// native: same
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

static void files(void)
{
    char text[16] = "";
    struct stat status;
    int file = syscall(SYS_memfd_create, "memory", 0);
    printf("write %ld ", syscall(SYS_write, file, "abcdef", 6));
    printf("%ld ", syscall(SYS_lseek, file, 1, SEEK_SET));
    printf("%ld ", syscall(SYS_read, file, text, 3));
    printf("%s\n", text);
    printf("pread64 %ld ", syscall(SYS_pread64, file, text, 2, 4L));
    printf("%.2s\n", text);
    printf("pwrite64 %ld ", syscall(SYS_pwrite64, file, "XY", 2, 0L));
    struct iovec parts[2] = {{text, 2}, {text + 8, 3}};
    printf("%ld ", syscall(SYS_lseek, file, 0, SEEK_SET));
    printf("readv %ld ", syscall(SYS_readv, file, parts, 2));
    printf("%.2s %.3s\n", text, text + 8);
    printf("writev %ld\n", syscall(SYS_writev, file, parts, 2));
    printf("ftruncate %ld ", syscall(SYS_ftruncate, file, 4L));
    printf("fstat %ld", syscall(SYS_fstat, file, &status));
    printf(" %ld\n", (long)status.st_size);
    printf("fallocate %ld ", syscall(SYS_fallocate, file, 0, 0L, 8192L));
    printf("fsync %ld %ld\n", syscall(SYS_fsync, file), syscall(SYS_fdatasync, file));
    char *memory = (char *)syscall(SYS_mmap, NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0L);
    memory[0] = 'm';
    printf("mmap %c ", memory[0]);
    printf("madvise %ld ", syscall(SYS_madvise, memory, 4096, MADV_NORMAL));
    printf("munmap %ld\n", syscall(SYS_munmap, memory, 4096));
    int copy = syscall(SYS_dup, file);
    printf("dup %d fcntl %ld ", copy > file, syscall(SYS_fcntl, copy, F_GETFD));
    printf("close %ld ", syscall(SYS_close, copy));
    long again = syscall(SYS_close, copy);
    printf("%ld %d\n", again, errno == EBADF);
    syscall(SYS_close, file);
}

static void channels(void)
{
    int ends[2];
    char byte = 0;
    printf("pipe %ld ", syscall(SYS_pipe, ends));
    struct pollfd poll = {ends[0], POLLIN, 0};
    printf("poll %ld ", syscall(SYS_poll, &poll, 1, 0));
    syscall(SYS_write, ends[1], "p", 1);
    printf("%ld ", syscall(SYS_poll, &poll, 1, 0));
    printf("%ld ", syscall(SYS_read, ends[0], &byte, 1));
    printf("%c\n", byte);
    printf("pipe2 %ld ", syscall(SYS_pipe2, ends, O_NONBLOCK));
    long nothing = syscall(SYS_read, ends[0], &byte, 1);
    printf("%ld %d ", nothing, errno == EAGAIN);
    printf("dup3 %ld\n", syscall(SYS_dup3, ends[0], 77, 0));
    unsigned long long value = 0;
    int events = syscall(SYS_eventfd2, 3, 0);
    printf("eventfd %ld ", syscall(SYS_read, events, &value, 8));
    printf("%llu ", value);
    printf("epoll_create1 %d\n", syscall(SYS_epoll_create1, 0) > 0);
}

static void process(void)
{
    struct timespec time;
    struct timeval day;
    struct rlimit limit;
    struct rusage usage;
    printf("ids %d %d %d %d\n", syscall(SYS_getpid) == getpid(), syscall(SYS_gettid) == gettid(),
           syscall(SYS_getuid) == getuid(), syscall(SYS_getegid) == getegid());
    printf("clock_gettime %ld %ld ", syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &time),
           syscall(SYS_clock_getres, CLOCK_MONOTONIC, &time));
    printf("gettimeofday %ld\n", syscall(SYS_gettimeofday, &day, NULL));
    printf("getrlimit %ld getrusage %ld ", syscall(SYS_getrlimit, RLIMIT_NOFILE, &limit),
           syscall(SYS_getrusage, RUSAGE_SELF, &usage));
    printf("sched_yield %ld\n", syscall(SYS_sched_yield));
    long none = syscall(SYS_access, "/there/is/no/such/file", F_OK);
    printf("access %ld %d\n", none, errno == ENOENT);
}

int main(void)
{
    files();
    channels();
    process();
    return 0;
}
