// Small calls about the process and the system that programs make while starting up: ids, configuration, resource limits, locale.
// native: same
#define _GNU_SOURCE
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <unistd.h>

int main(void)
{
    printf("%d %d\n", getpid() > 0, getpid() == getpid());
    printf("%d\n", sysconf(_SC_NPROCESSORS_ONLN) >= 1);
    printf("%ld\n", sysconf(_SC_PAGESIZE));
    char host[256];
    printf("%d\n", gethostname(host, sizeof host));
    struct rlimit limit;
    printf("%d ", getrlimit(RLIMIT_NOFILE, &limit));
    printf("%d\n", limit.rlim_cur > 0);
    struct rusage usage;
    printf("%d ", getrusage(RUSAGE_SELF, &usage));
    printf("%d\n", usage.ru_utime.tv_sec >= 0);
    printf("%s %s\n", setlocale(LC_ALL, NULL), setlocale(LC_ALL, "C"));
    struct lconv *conventions = localeconv();
    printf("%s\n", conventions->decimal_point);
    char *resolved = realpath("/./..", NULL);
    printf("%s\n", resolved);
    free(resolved);
    return 0;
}
