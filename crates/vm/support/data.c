// Variables that C libraries export.
#include "library.h"

LIBRARY char **environ;
extern char **__environ __attribute__((weak, alias("environ")));
extern char **_environ __attribute__((weak, alias("environ")));

LIBRARY char *program_invocation_name, *program_invocation_short_name;
extern char *__progname __attribute__((weak, alias("program_invocation_short_name")));

LIBRARY char *optarg;
LIBRARY int optind = 1, opterr = 1, optopt = '?';

// A FILE is known by its address alone; these are the ones of crates/vm/src/library/hidden.rs.
typedef struct _IO_FILE FILE;
LIBRARY FILE *stdin = (FILE *)0x500003500, *stdout = (FILE *)0x500003600, *stderr = (FILE *)0x500003700;

// What code asks before it leaves out atomic instructions.
LIBRARY char __libc_single_threaded = 0;

// Only its address matters: it names the program as opposed to a shared library.
LIBRARY void *__dso_handle = &__dso_handle;

// What __builtin_cpu_supports and __builtin_cpu_is ask: a processor of no known vendor with cmov, mmx, sse and sse2, which is
// all that every x86-64 has (its own bit is the last of the second word). See crates/vm/src/lower/inline_asm/processor.rs.
#define OTHER_VENDOR 3
LIBRARY struct {
    unsigned vendor, type, subtype, features[1];
} __cpu_model = {OTHER_VENDOR, 0, 0, {1 << 0 | 1 << 1 | 1 << 3 | 1 << 4}};
LIBRARY unsigned __cpu_features2[3] = {0, 1u << 31, 0};

LIBRARY int __cpu_indicator_init(void)
{
    return 0;
}

LIBRARY int signgam;

// The time zone is UTC.
LIBRARY char *tzname[2] = {"UTC", "UTC"};
LIBRARY long timezone;
LIBRARY int daylight;
extern char *__tzname[2] __attribute__((weak, alias("tzname")));
extern long __timezone __attribute__((weak, alias("timezone")));
extern int __daylight __attribute__((weak, alias("daylight")));
