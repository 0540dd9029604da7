// fnmatch and glob: patterns of names, and the files that match them.
// native: same
#define _GNU_SOURCE
#include <fcntl.h>
#include <fnmatch.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void match(const char *pattern, const char *text, int flags) {
    printf("%s %s %d: %s\n", pattern, text, flags, fnmatch(pattern, text, flags) ? "no" : "yes");
}

static void list(const char *pattern, int flags) {
    glob_t found;
    int error = glob(pattern, flags, NULL, &found);
    printf("%s:", pattern);
    if (error == GLOB_NOMATCH)
        printf(" none");
    else
        for (size_t i = 0; i < found.gl_pathc; i++)
            printf(" %s", found.gl_pathv[i]);
    printf("\n");
    if (!error)
        globfree(&found);
}

int main(void) {
    match("*.c", "main.c", 0);
    match("*.c", ".c", FNM_PERIOD);
    match("*/b", "a/x/b", FNM_PATHNAME);
    match("*/b", "a/x/b", 0);
    match("a?c", "abc", 0);
    match("a?c", "a/c", FNM_PATHNAME);
    match("[a-c]x", "bx", 0);
    match("[!a-c]x", "bx", 0);
    match("[^a-c]x", "dx", 0);
    match("[[:upper:]]*", "Xyz", 0);
    match("\\*", "*", 0);
    match("\\*", "\\x", FNM_NOESCAPE);
    match("ABC", "abc", FNM_CASEFOLD);
    match("[]x]", "]", 0);
    match("a[b", "a[b", 0);
    match("lib*", "lib/x", FNM_PATHNAME | FNM_LEADING_DIR);
    char folder[] = "/tmp/patternsXXXXXX";
    if (!mkdtemp(folder) || chdir(folder))
        return 1;
    const char *names[] = {"b.c", "a.c", "a.h", ".hidden", "x[1]"};
    for (int i = 0; i < 5; i++)
        close(open(names[i], O_CREAT | O_WRONLY, 0600));
    mkdir("sub", 0700);
    close(open("sub/deep.c", O_CREAT | O_WRONLY, 0600));
    list("*.c", 0);
    list("*", 0);
    list("*", GLOB_MARK);
    list("*/*.c", 0);
    list("s?b/deep.c", 0);
    list("x\\[1\\]", 0);
    list("none*", 0);
    list("none*", GLOB_NOCHECK);
    list(".*idden", 0);
    glob_t both = {.gl_offs = 2};
    glob("*.h", GLOB_DOOFFS, NULL, &both);
    glob("*.c", GLOB_DOOFFS | GLOB_APPEND, NULL, &both);
    printf("%zu %d %s %s\n", both.gl_pathc, both.gl_pathv[0] == NULL, both.gl_pathv[2], both.gl_pathv[3]);
    globfree(&both);
    for (int i = 0; i < 5; i++)
        unlink(names[i]);
    unlink("sub/deep.c");
    rmdir("sub");
    chdir("/");
    rmdir(folder);
    return 0;
}
