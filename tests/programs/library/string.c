// The functions of string.h on strings: copying, comparing, searching, splitting, duplicating.
// native: same
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int sign(int x) { return (x > 0) - (x < 0); }

static void copying(void)
{
    char b[32];
    memset(b, '#', sizeof b);
    printf("%s %d\n", strcpy(b, "hello"), b[6]);
    memset(b, '#', sizeof b);
    strncpy(b, "abc", 6);
    printf("%s %d %d %c\n", b, b[3], b[5], b[6]);
    strncpy(b, "truncated", 4);
    printf("%.8s\n", b);
    strcpy(b, "one");
    printf("%s ", strcat(b, " two"));
    printf("%s ", strncat(b, " three", 3));
    printf("%s\n", strncat(b, "!", 10));
    printf("%td ", stpcpy(b, "stp") - b);
    printf("%td ", stpncpy(b, "ab", 5) - b);
    printf("%td\n", stpncpy(b, "abcdefg", 3) - b);
    printf("%zu %zu %zu %zu\n", strlen(""), strlen("four"), strnlen("hello", 3), strnlen("hi", 10));
}

static void comparing(void)
{
    printf("%d %d %d %d\n", strcmp("same", "same"), sign(strcmp("a", "b")), sign(strcmp("abc", "ab")),
           sign(strcmp("", "x")));
    printf("%d %d\n", sign(strcmp("\x80", "\x7f")), sign(strcmp("A", "a")));
    printf("%d %d %d %d\n", strncmp("hello", "help", 3), sign(strncmp("hello", "help", 4)), strncmp("x", "y", 0),
           strncmp("ab", "ab", 9));
    printf("%d %d %d\n", strcasecmp("HeLLo", "hEllO"), sign(strcasecmp("apple", "BANANA")),
           strncasecmp("ABCdef", "abcXYZ", 3));
    printf("%d %d\n", sign(strcoll("a", "b")), strcoll("x", "x"));
    char transformed[8];
    size_t needed = strxfrm(transformed, "abc", sizeof transformed);
    printf("%zu %s\n", needed, transformed);
    printf("%d %d %d\n", sign(strverscmp("file9", "file10")), sign(strverscmp("1.2", "1.10")), strverscmp("a", "a"));
}

static long at(const char *base, const char *p) { return p ? p - base : -1; }

static void searching(void)
{
    const char *s = "the cat sat on the mat";
    printf("%ld %ld %ld\n", at(s, strchr(s, 't')), at(s, strchr(s, 'z')), at(s, strchr(s, '\0')));
    printf("%ld %ld\n", at(s, strrchr(s, 't')), at(s, strrchr(s, 'q')));
    printf("%ld %ld\n", at(s, strchrnul(s, 'o')), at(s, strchrnul(s, 'z')));
    printf("%ld %ld %ld %ld\n", at(s, strstr(s, "sat")), at(s, strstr(s, "dog")), at(s, strstr(s, "")),
           at(s, strstr(s, "mat")));
    printf("%ld %ld\n", at(s, strcasestr(s, "CAT")), at(s, strcasestr(s, "cow")));
    printf("%ld %ld\n", at(s, strpbrk(s, "xyzs")), at(s, strpbrk(s, "XYZ")));
    printf("%zu %zu %zu\n", strspn(s, "eht "), strcspn(s, "sc"), strspn(s, "xyz"));
    printf("%zu %zu\n", strcspn(s, ""), strspn(s, ""));
    const char *repeated = "aaabaaaab";
    printf("%ld %ld\n", at(repeated, strstr(repeated, "aaaab")), at(repeated, strstr(repeated, "abb")));
    printf("%s %s\n", basename("/usr/lib/x.so"), basename("plain"));
}

static void splitting(void)
{
    char a[] = "  one, two,,three  ", *save;
    for (char *word = strtok_r(a, " ,", &save); word; word = strtok_r(NULL, " ,", &save))
        printf("[%s]", word);
    putchar('\n');
    char b[] = "a:b::c:", *rest = b, *field;
    while ((field = strsep(&rest, ":")))
        printf("<%s>", field);
    putchar('\n');
    char c[] = "k=v;k2=v2";
    for (char *p = strtok(c, ";"); p; p = strtok(NULL, ";"))
        printf("{%s}", p);
    char empty[] = ",,,";
    printf("%d\n", strtok(empty, ",") == NULL);
    char outer[] = "1 2;3 4", *outer_save, *inner_save;
    for (char *row = strtok_r(outer, ";", &outer_save); row; row = strtok_r(NULL, ";", &outer_save))
        for (char *cell = strtok_r(row, " ", &inner_save); cell; cell = strtok_r(NULL, " ", &inner_save))
            printf("%s,", cell);
    putchar('\n');
}

static void duplicating(void)
{
    char *a = strdup("duplicate"), *b = strndup("duplicate", 3), *c = strndup("ab", 9);
    a[0] = 'D';
    printf("%s %s %s %zu\n", a, b, c, strlen(c));
    free(a);
    free(b);
    free(c);
}

static void errors(void)
{
    printf("%s|%s|%s|%s\n", strerror(0), strerror(ENOENT), strerror(EINVAL), strerror(ENOMEM));
    printf("%s|%s|%s\n", strerror(EDEADLK), strerror(EBUSY), strerror(12345));
    char text[64];
    printf("%s\n", strerror_r(EAGAIN, text, sizeof text));
    printf("%s\n", strsignal(11));
}

int main(void)
{
    copying();
    comparing();
    searching();
    splitting();
    duplicating();
    errors();
    return 0;
}
