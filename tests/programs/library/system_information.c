// What a program can ask about the system: names, users, limits, random bytes, processors, symbols.
// native: same
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <gnu/libc-version.h>
#include <grp.h>
#include <limits.h>
#include <pthread.h>
#include <pwd.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <unistd.h>

// One after the other: in which order arguments are evaluated is up to the compiler.
#define SAY(first, second)               \
    do {                                 \
        long x = (first), y = (second);  \
        printf("%ld %ld\n", x, y);       \
    } while (0)

static int __attribute__((noinline)) depth(void) {
    void *stack[16];
    return backtrace(stack, 16);
}

int main(void) {
    char name[16] = "";
    SAY(prctl(PR_SET_NAME, "a name that is too long"), prctl(PR_GET_NAME, name));
    puts(name);
    errno = 0;
    SAY(prctl(12345, 0, 0, 0, 0), errno == EINVAL);
    SAY(PTHREAD_STACK_MIN > 0, gnu_get_libc_version()[0] == '2');
    struct passwd *user = getpwuid(0);
    printf("%s %d %d\n", user->pw_name, (int)user->pw_uid, getpwnam("nobody at all") == NULL);
    char buffer[512];
    struct passwd entry, *result;
    SAY(getpwnam_r("root", &entry, buffer, sizeof buffer, &result), result == &entry);
    puts(result->pw_name);
    SAY(getpwuid_r(0, &entry, buffer, 3, &result) == ERANGE, result == NULL);
    printf("%s\n", getgrgid(0)->gr_name);
    struct sysinfo info;
    SAY(sysinfo(&info), info.totalram > 0);
    SAY(getauxval(AT_PAGESZ), getauxval(AT_RANDOM) != 0);
    unsigned cpu, node;
    printf("%d\n", getcpu(&cpu, &node));
    unsigned char bytes[40] = {0}, zeros[40] = {0};
    SAY((int)getrandom(bytes, 40, 0), memcmp(bytes, zeros, 40) != 0);
    memset(bytes, 0, 40);
    SAY(getentropy(bytes, 40), memcmp(bytes, zeros, 40) != 0);
    printf("%d\n", getentropy(bytes, 1000));
    printf("%d\n", (int)syscall(SYS_getrandom, bytes, 8, 0));
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(1, &set);
    CPU_SET(64, &set);
    printf("%d\n", CPU_COUNT(&set));
    cpu_set_t *large = CPU_ALLOC(2000);
    CPU_ZERO_S(CPU_ALLOC_SIZE(2000), large);
    CPU_SET_S(1999, CPU_ALLOC_SIZE(2000), large);
    printf("%d\n", CPU_COUNT_S(CPU_ALLOC_SIZE(2000), large));
    CPU_FREE(large);
    int ends[2], waiting = -1;
    pipe(ends);
    struct winsize window;
    errno = 0;
    SAY(ioctl(ends[0], TIOCGWINSZ, &window), errno == ENOTTY);
    write(ends[1], "four", 4);
    SAY(ioctl(ends[0], FIONREAD, &waiting), waiting);
    SAY(ioctl(99, FIONREAD, &waiting), errno == EBADF);
    int on = 1;
    SAY(ioctl(ends[0], FIONBIO, &on), (fcntl(ends[0], F_GETFL) & O_NONBLOCK) != 0);
    printf("%d\n", dlopen("/no/such/library.so", RTLD_NOW) == NULL);
    SAY(dlerror() != NULL, dlerror() == NULL);
    printf("%d\n", dlsym(dlopen(NULL, RTLD_NOW), "no such symbol") == NULL);
    printf("%d\n", depth() >= 2);
    void *here = (void *)main;
    char **names = backtrace_symbols(&here, 1);
    printf("%d\n", names && strlen(names[0]) > 0);
    free(names);
    SAY(syscall(SYS_getppid) == getppid() ? 0L : 1L, syscall(SYS_gettid) == gettid());
    SAY(syscall(SYS_open, "/no/such/file", O_RDONLY, 0), errno == ENOENT);
    fflush(stdout);
    printf("%ld\n", syscall(SYS_write, 1, "raw\n", 4L));
    return 0;
}
