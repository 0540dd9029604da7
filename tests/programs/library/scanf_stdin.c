// scanf, fscanf, getchar, fgets, getline and ungetc on standard input.
// stdin: 3\n10 20 30\nname: Mazurka  1.5\nrest of this line\n  indented\nxyz last line without newline
// native: same
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    int count;
    printf("%d ", scanf("%d", &count));
    long sum = 0;
    for (int i = 0; i < count; i++) {
        int value = 0;
        if (scanf("%d", &value) != 1)
            return 1;
        sum += value;
    }
    printf("%d %ld\n", count, sum);
    char name[16];
    double number;
    int matched = fscanf(stdin, " name: %15s %lf", name, &number);
    printf("%d %s %g\n", matched, name, number);
    printf("%d\n", getchar());
    char line[32];
    printf("%s", fgets(line, sizeof line, stdin));
    int c = getc(stdin);
    ungetc('>', stdin);
    printf("%d ", c);
    printf("%s", fgets(line, 6, stdin));
    printf("|%s", fgets(line, sizeof line, stdin));
    for (int i = 0; i < 3; i++)
        putchar(fgetc(stdin));
    char *text = NULL;
    size_t capacity = 0;
    ssize_t length = getline(&text, &capacity, stdin);
    printf("\n%zd [%s] %d %d\n", length, text, feof(stdin) != 0, ferror(stdin));
    printf("%zd ", getline(&text, &capacity, stdin));
    printf("%d ", getchar());
    printf("%d\n", scanf("%d", &count));
    printf("%d\n", fgets(line, sizeof line, stdin) == NULL);
    clearerr(stdin);
    printf("%d\n", feof(stdin));
    free(text);
    return 0;
}
