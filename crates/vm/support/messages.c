// <err.h>, <error.h> and <syslog.h>: messages that begin with the program's name.
#include "library.h"

typedef struct _IO_FILE FILE;
typedef __builtin_va_list va_list;

extern FILE *stdout, *stderr;
extern char *program_invocation_name, *program_invocation_short_name;
int fprintf(FILE *stream, const char *format, ...);
int vfprintf(FILE *stream, const char *format, va_list arguments);
int vsnprintf(char *text, size_t size, const char *format, va_list arguments);
int fflush(FILE *stream);
char *strerror(int number);

#define WITH_ARGUMENTS(call)                \
    do {                                    \
        va_list arguments;                  \
        __builtin_va_start(arguments, format); \
        call;                               \
        __builtin_va_end(arguments);        \
    } while (0)

// `program: message: what the error number means`; without a number if it is negative.
static void print(int number, const char *format, va_list arguments) {
    fprintf(stderr, "%s: ", program_invocation_short_name);
    if (format)
        vfprintf(stderr, format, arguments);
    if (number >= 0)
        fprintf(stderr, format ? ": %s" : "%s", strerror(number));
    fprintf(stderr, "\n");
}

LIBRARY void vwarn(const char *format, va_list arguments) {
    print(errno, format, arguments);
}

LIBRARY void vwarnx(const char *format, va_list arguments) {
    print(-1, format, arguments);
}

LIBRARY void vwarnc(int number, const char *format, va_list arguments) {
    print(number, format, arguments);
}

LIBRARY void warn(const char *format, ...) {
    WITH_ARGUMENTS(vwarn(format, arguments));
}

LIBRARY void warnx(const char *format, ...) {
    WITH_ARGUMENTS(vwarnx(format, arguments));
}

LIBRARY _Noreturn void verr(int code, const char *format, va_list arguments) {
    vwarn(format, arguments);
    exit(code);
}

LIBRARY _Noreturn void verrx(int code, const char *format, va_list arguments) {
    vwarnx(format, arguments);
    exit(code);
}

LIBRARY _Noreturn void err(int code, const char *format, ...) {
    va_list arguments;
    __builtin_va_start(arguments, format);
    verr(code, format, arguments);
}

LIBRARY _Noreturn void errx(int code, const char *format, ...) {
    va_list arguments;
    __builtin_va_start(arguments, format);
    verrx(code, format, arguments);
}

LIBRARY unsigned error_message_count;
LIBRARY int error_one_per_line;
LIBRARY void (*error_print_progname)(void);

static void begin(void) {
    fflush(stdout);
    if (error_print_progname)
        error_print_progname();
    else
        fprintf(stderr, "%s:", program_invocation_name);
}

static void finish(int code, int number, const char *format, va_list arguments) {
    vfprintf(stderr, format, arguments);
    if (number)
        fprintf(stderr, ": %s", strerror(number));
    fprintf(stderr, "\n");
    __mazurka_change(&error_message_count, sizeof error_message_count);
    error_message_count++;
    __mazurka_changed();
    if (code)
        exit(code);
}

LIBRARY void error(int code, int number, const char *format, ...) {
    begin();
    fprintf(stderr, " ");
    WITH_ARGUMENTS(finish(code, number, format, arguments));
}

LIBRARY void error_at_line(int code, int number, const char *file, unsigned line, const char *format, ...) {
    begin();
    fprintf(stderr, file ? "%s:%u: " : " ", file, line);
    WITH_ARGUMENTS(finish(code, number, format, arguments));
}

// There is no log: messages are formatted, so that a bad format is found, and dropped.
LIBRARY void vsyslog(int priority, const char *format, va_list arguments) {
    (void)priority;
    vsnprintf(NULL, 0, format, arguments);
}

LIBRARY void syslog(int priority, const char *format, ...) {
    WITH_ARGUMENTS(vsyslog(priority, format, arguments));
}

LIBRARY void __syslog_chk(int priority, int flag, const char *format, ...) {
    (void)flag;
    WITH_ARGUMENTS(vsyslog(priority, format, arguments));
}

LIBRARY void openlog(const char *name, int options, int facility) {
    (void)name;
    (void)options;
    (void)facility;
}

LIBRARY void closelog(void) {
}

LIBRARY int setlogmask(int mask) {
    (void)mask;
    return 0xff;
}
