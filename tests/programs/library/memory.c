// memcpy, memmove, memset, memcmp, memchr and their relatives: return values, overlap, boundaries, unsigned comparison.
// native: same
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

static char buffer[64];

static void reset(void)
{
    for (int i = 0; i < 64; i++)
        buffer[i] = (char)('A' + i % 26);
}

static void show(const char *what)
{
    printf("%-10s %.40s\n", what, buffer);
}

static int sign(int x) { return (x > 0) - (x < 0); }

static void copying(void)
{
    reset();
    printf("%td\n", (char *)memcpy(buffer + 5, "12345", 3) - buffer);
    show("memcpy");
    reset();
    memmove(buffer + 2, buffer, 10);
    show("forward");
    reset();
    memmove(buffer, buffer + 2, 10);
    show("backward");
    reset();
    memmove(buffer + 3, buffer + 3, 10);
    memcpy(buffer, buffer + 30, 0);
    show("same");
    printf("%td\n", (char *)mempcpy(buffer + 1, "xyz", 3) - buffer);
    show("mempcpy");
    char *end = memccpy(buffer, "stop;here", ';', 9);
    printf("%td %d\n", end - buffer, memccpy(buffer, "none", ';', 4) == NULL);
    show("memccpy");
}

static void filling(void)
{
    reset();
    printf("%td\n", (char *)memset(buffer + 4, '*', 6) - buffer);
    show("memset");
    memset(buffer + 1, 0x12343d, 2);
    show("low byte");
    bzero(buffer + 12, 2);
    explicit_bzero(buffer + 14, 1);
    printf("%d %d %d %d\n", buffer[11], buffer[12], buffer[14], buffer[15]);
    bcopy("bcopy", buffer, 5);
    show("bcopy");
}

static void comparing(void)
{
    printf("%d %d %d\n", sign(memcmp("abc", "abd", 3)), memcmp("abc", "abd", 2), sign(memcmp("b", "a", 1)));
    printf("%d %d %d\n", sign(memcmp("\xff", "\x01", 1)), memcmp("", "x", 0), sign(memcmp("a\0b", "a\0c", 3)));
    printf("%d %d\n", bcmp("same", "same", 4), bcmp("same", "sane", 4) != 0);
}

static void searching(void)
{
    const char text[] = "find the needle in the hay";
    size_t n = sizeof text - 1;
    printf("%td %d\n", (const char *)memchr(text, 't', n) - text, memchr(text, 'z', n) == NULL);
    printf("%td %d\n", (const char *)memchr(text, '\0', sizeof text) - text, memchr(text, 'h', 3) == NULL);
    printf("%td\n", (const char *)memrchr(text, 't', n) - text);
    printf("%td %d\n", (const char *)memmem(text, n, "the", 3) - text, memmem(text, n, "them", 4) == NULL);
    printf("%td\n", (const char *)memmem(text, n, "", 0) - text);
    printf("%td\n", (const char *)rawmemchr(text, 'y') - text);
    unsigned char bytes[] = { 1, 200, 3 };
    printf("%td\n", (unsigned char *)memchr(bytes, 200 + 256, 3) - bytes);
}

static void larger(void)
{
    static unsigned char a[5000], b[5000];
    for (int i = 0; i < 5000; i++)
        a[i] = (unsigned char)(i * 7);
    memcpy(b, a, sizeof a);
    printf("%d ", memcmp(a, b, sizeof a));
    b[4999]++;
    printf("%d ", sign(memcmp(a, b, sizeof a)));
    memmove(a + 1, a, 4999);
    printf("%d %d\n", a[1], a[4999]);
    struct { int x; double y; } s = { 1, 2 }, t;
    memcpy(&t, &s, sizeof s);
    printf("%d %g\n", t.x, t.y);
    swab("badc", buffer, 4);
    printf("%.4s\n", buffer);
}

int main(void)
{
    copying();
    filling();
    comparing();
    searching();
    larger();
    return 0;
}
