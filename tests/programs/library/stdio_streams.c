// Buffering, temporary files, getline and getdelim, freopen, fileno, fdopen, locked streams.
// native: same
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void buffering(void)
{
    FILE *writer = fopen("buffered.txt", "w");
    char buffer[64];
    printf("%d ", setvbuf(writer, buffer, _IOFBF, sizeof buffer));
    fputs("held back", writer);
    FILE *reader = fopen("buffered.txt", "r");
    printf("%d ", fgetc(reader));
    fflush(writer);
    clearerr(reader);
    printf("%c ", fgetc(reader));
    fclose(writer);
    fclose(reader);
    writer = fopen("buffered.txt", "w");
    setvbuf(writer, NULL, _IONBF, 0);
    fputs("direct", writer);
    reader = fopen("buffered.txt", "r");
    char text[16] = "";
    printf("%zu ", fread(text, 1, sizeof text, reader));
    puts(text);
    fclose(reader);
    fclose(writer);
    remove("buffered.txt");
}

static void temporary(void)
{
    FILE *file = tmpfile();
    fputs("temporary\ndata", file);
    rewind(file);
    char *line = NULL;
    size_t capacity = 0;
    printf("%zd ", getline(&line, &capacity, file));
    printf("%zd ", getdelim(&line, &capacity, 't', file));
    printf("%s ", line);
    printf("%zd ", getline(&line, &capacity, file));
    printf("%s\n", line);
    free(line);
    fclose(file);
    char template[] = "tempXXXXXX";
    int descriptor = mkstemp(template);
    printf("%d %d ", descriptor >= 0, strncmp(template, "temp", 4));
    printf("%d ", strcmp(template, "tempXXXXXX") != 0);
    close(descriptor);
    printf("%d\n", unlink(template));
}

static void descriptors(void)
{
    int descriptor = open("fd.txt", O_CREAT | O_RDWR | O_TRUNC, 0644);
    FILE *file = fdopen(descriptor, "w+");
    printf("%d ", fileno(file) == descriptor);
    fputs("through a descriptor", file);
    fflush(file);
    char text[8] = "";
    printf("%zd ", pread(descriptor, text, 7, 0));
    printf("%s ", text);
    fclose(file);
    printf("%zd\n", write(descriptor, "x", 1));
    file = fopen("fd.txt", "r");
    file = freopen("other.txt", "w", file);
    fputs("reopened", file);
    fclose(file);
    file = fopen("other.txt", "r");
    char word[16];
    printf("%d ", fscanf(file, "%15s", word));
    printf("%s\n", word);
    fclose(file);
    unlink("fd.txt");
    unlink("other.txt");
}

int main(void)
{
    buffering();
    temporary();
    descriptors();
    flockfile(stdout);
    putc_unlocked('u', stdout);
    putchar_unlocked('\n');
    funlockfile(stdout);
    printf("%d %d %d\n", fileno(stdin), fileno(stdout), fileno(stderr));
    return 0;
}
