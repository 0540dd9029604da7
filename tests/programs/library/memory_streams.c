// Streams in memory: open_memstream grows as it is written, fmemopen reads what is there.
// native: same
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    for (int i = 0; i < 5; i++)
        fprintf(out, "%d,", i);
    fclose(out);
    printf("%zu %s\n", size, text);
    FILE *in = fmemopen(text, size, "r");
    int n, sum = 0;
    while (fscanf(in, "%d,", &n) == 1)
        sum += n;
    printf("%d\n", sum);
    fclose(in);
    free(text);
    return 0;
}
