// Streams on files: open modes, reading, writing, positioning, end of file, push back, append, update mode, remove and rename.
// native: same
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const path = "stdio_test.txt";

static void dump(const char *what)
{
    FILE *file = fopen(path, "r");
    printf("%s:", what);
    if (!file) {
        printf(" (none)\n");
        return;
    }
    for (int c; (c = fgetc(file)) != EOF;)
        if (c == '\n')
            printf("\\n");
        else if (c == 0)
            printf("\\0");
        else
            putchar(c);
    putchar('\n');
    fclose(file);
}

static void write_modes(void)
{
    FILE *file = fopen(path, "w");
    printf("%d ", fprintf(file, "line %d\n", 1));
    printf("%d ", fputs("line 2\n", file) >= 0);
    printf("%zu ", fwrite("line 3\n", 1, 7, file));
    printf("%d ", fputc('!', file));
    printf("%ld ", ftell(file));
    printf("%d\n", fclose(file));
    dump("w");
    file = fopen(path, "a");
    fputs("appended\n", file);
    fclose(file);
    dump("a");
    file = fopen(path, "r+");
    fputs("LINE", file);
    fseek(file, -3, SEEK_END);
    fputs("ED", file);
    fclose(file);
    dump("r+");
    file = fopen(path, "a+");
    char head[5] = "";
    rewind(file);
    printf("%zu ", fread(head, 1, 4, file));
    printf("%s ", head);
    fseek(file, 0, SEEK_SET);
    fputs("end", file);
    fclose(file);
    dump("a+");
    file = fopen(path, "w+");
    fputs("0123456789", file);
    rewind(file);
    printf("%c ", fgetc(file));
    fseek(file, 3, SEEK_CUR);
    printf("%c ", fgetc(file));
    printf("%ld\n", ftell(file));
    fclose(file);
    dump("w+");
}

static void read_back(void)
{
    FILE *file = fopen(path, "w");
    for (int i = 0; i < 5; i++)
        fprintf(file, "%d %c%s", i * i, 'a' + i, i < 4 ? "\n" : "");
    fclose(file);
    file = fopen(path, "r");
    int n;
    char c;
    while (fscanf(file, "%d %c", &n, &c) == 2)
        printf("%d%c ", n, c);
    printf("%d %d\n", feof(file) != 0, ferror(file));
    rewind(file);
    printf("%d ", feof(file));
    char line[4];
    while (fgets(line, sizeof line, file))
        printf("[%zu]", strlen(line));
    putchar('\n');
    clearerr(file);
    fseek(file, 2, SEEK_SET);
    printf("%c ", getc(file));
    printf("%d ", ungetc('U', file));
    printf("%c%c ", getc(file), 'x');
    printf("%ld\n", ftell(file));
    fclose(file);
}

static void binary(void)
{
    struct record { int id; double value; char tag[4]; } out[3] = { { 1, 1.5, "a" }, { 2, -2.5, "bb" },
        { 3, 0, "ccc" } }, in[4];
    FILE *file = fopen(path, "wb+");
    printf("%zu ", fwrite(out, sizeof out[0], 3, file));
    rewind(file);
    printf("%zu ", fread(in, sizeof in[0], 4, file));
    printf("%d ", feof(file) != 0);
    fseek(file, (long)sizeof out[0], SEEK_SET);
    printf("%zu ", fread(in, sizeof in[0], 1, file));
    printf("%d %g %s\n", in[0].id, in[0].value, in[0].tag);
    fpos_t position;
    fgetpos(file, &position);
    printf("%zu ", fread(in, sizeof in[0], 1, file));
    fsetpos(file, &position);
    printf("%zu ", fread(&in[1], sizeof in[0], 1, file));
    printf("%d %d\n", in[0].id, in[1].id);
    fseek(file, 100, SEEK_SET);
    fputc('z', file);
    fseek(file, 0, SEEK_END);
    printf("%ld\n", ftell(file));
    fclose(file);
}

static void failures(void)
{
    errno = 0;
    FILE *file = fopen("no/such/file", "r");
    printf("%d %d ", file == NULL, errno == ENOENT);
    errno = 0;
    file = fopen(path, "q");
    printf("%d %d ", file == NULL, errno == EINVAL);
    errno = 0;
    file = fopen(path, "wx");
    printf("%d %d\n", file == NULL, errno == EEXIST);
    file = fopen(path, "r");
    errno = 0;
    int code = fputc('x', file);
    printf("%d %d %d\n", code, ferror(file) != 0, errno == EBADF);
    clearerr(file);
    printf("%d ", ferror(file));
    errno = 0;
    code = fseek(file, -1, SEEK_SET);
    printf("%d %d\n", code, errno == EINVAL);
    fclose(file);
}

static void names(void)
{
    printf("%d ", rename(path, "renamed.txt"));
    dump("after rename");
    printf("%d ", remove("renamed.txt"));
    errno = 0;
    int again = remove("renamed.txt");
    printf("%d %d ", again, errno == ENOENT);
    errno = 0;
    int missing = rename("renamed.txt", "x");
    printf("%d %d\n", missing, errno == ENOENT);
}

int main(void)
{
    write_modes();
    read_back();
    binary();
    failures();
    names();
    return 0;
}
