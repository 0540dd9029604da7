// printf with strings, truncation and return values of snprintf, the v-functions, asprintf, fprintf, dprintf, puts and friends.
// flags: -Wno-format -Wno-format-truncation
// native: same
// stderr~ to stderr 5
#define _GNU_SOURCE
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void strings(void)
{
    printf("[%s] [%10s] [%-10s] [%.2s] [%10.3s] [%-10.3s] [%.0s]\n", "hello", "hello", "hello", "hello", "hello",
           "hello", "hello");
    printf("[%*s] [%-*s] [%.*s] [%*.*s]\n", 8, "star", 8, "star", 2, "star", 8, 3, "star");
    char unterminated[3] = { 'a', 'b', 'c' };
    printf("[%.3s] [%.2s]\n", unterminated, unterminated);
    const char *volatile null = NULL;
    printf("[%s] [%p] [%10s] [%.3s]\n", null, (void *)null, null, null);
    printf("[%5s|%-5s|%s]\n", "", "", "");
    errno = ENOENT;
    printf("%m\n");
    printf("%s %s %s %s %s %s %s %s %s %s\n", "many", "arguments", "go", "to", "the", "stack", "when", "registers",
           "are", "full");
}

static void truncation(void)
{
    char b[8];
    for (size_t size = 0; size <= sizeof b; size++) {
        memset(b, '#', sizeof b);
        int n = snprintf(b, size, "%d-%s", 123, "abc");
        printf("%zu: %d '%.*s'", size, n, (int)(size ? size - 1 : 0), b);
        printf(" %d\n", size < sizeof b ? b[size] : -1);
    }
    printf("%d\n", snprintf(NULL, 0, "%s %05d", "measure", 42));
    char large[300];
    int n = sprintf(large, "%250s", "x");
    printf("%d %zu\n", n, strlen(large));
    printf("%d\n", sprintf(large, "%s", ""));
}

static int format(char *out, size_t size, const char *text, ...)
{
    va_list list;
    va_start(list, text);
    int n = vsnprintf(out, size, text, list);
    va_end(list);
    return n;
}

static void print(FILE *stream, const char *text, ...)
{
    va_list list, copy;
    va_start(list, text);
    va_copy(copy, list);
    char *allocated;
    int n = vasprintf(&allocated, text, copy);
    va_end(copy);
    fprintf(stream, "%d ", n);
    vfprintf(stream, text, list);
    va_end(list);
    fprintf(stream, " = %s\n", allocated);
    free(allocated);
}

static void to_vprintf(const char *text, ...)
{
    va_list list;
    va_start(list, text);
    int n = vprintf(text, list);
    va_end(list);
    printf("%d\n", n);
}

int main(void)
{
    strings();
    truncation();
    char b[16];
    int n = format(b, sizeof b, "%c%d%s%.1f", 'x', 5, "yz", 2.5);
    printf("%d %s\n", n, b);
    print(stdout, "%s/%d/%g", "list", -1, 0.5);
    to_vprintf("%d %ld %s %g;", 1, 2L, "three", 4.0);
    char *text;
    n = asprintf(&text, "%0*d:%s", 5, 77, "allocated");
    printf("%d %s\n", n, text);
    free(text);
    fprintf(stderr, "to stderr %d\n", 5);
    printf("%d", puts("puts") >= 0);
    printf("%d\n", putchar('c') == 'c');
    fputs("fputs without newline", stdout);
    fputc('\n', stdout);
    putc('p', stdout);
    fwrite("fwrite\n", 1, 7, stdout);
    fflush(stdout);
    dprintf(STDOUT_FILENO, "dprintf %d\n", 9);
    return 0;
}
