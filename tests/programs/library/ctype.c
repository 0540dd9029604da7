// The classification and conversion functions of ctype.h over EOF and every unsigned char, as functions and as macros.
// native: same
#define _GNU_SOURCE
#include <ctype.h>
#include <stdio.h>

#define CLASSES(apply)                                                                                      \
    apply(isalnum) apply(isalpha) apply(isblank) apply(iscntrl) apply(isdigit) apply(isgraph) apply(islower) \
    apply(isprint) apply(ispunct) apply(isspace) apply(isupper) apply(isxdigit)

static void table(const char *name, int (*classify)(int))
{
    int count = 0;
    printf("%-8s", name);
    for (int c = EOF; c <= 255; c++)
        if (classify(c)) {
            count++;
            if (c > ' ' && c < 127)
                putchar(c);
            else
                printf("\\%02x", c);
        }
    printf(" %d\n", count);
}

int main(void)
{
#define TABLE(name) table(#name, name);
    CLASSES(TABLE)
    for (int c = 0; c < 128; c++) {
        int bits = 0;
#define BIT(name) bits = bits * 2 + !!name(c);
        CLASSES(BIT)
        printf("%x %x %x%s", bits, tolower(c), toupper(c), c % 8 == 7 ? "\n" : ", ");
    }
    printf("%d %d %d %d\n", tolower(EOF), toupper(200), isascii(127) != 0, isascii(128) != 0);
    printf("%d\n", toascii(0xc1));
    char text[] = "MiXeD 123";
    for (char *p = text; *p; p++)
        *p = (char)(isupper((unsigned char)*p) ? tolower((unsigned char)*p) : toupper((unsigned char)*p));
    puts(text);
    return 0;
}
