// Writes to a closed stream.
// levels: 0
// exit: 1
// stderr~ error[
#include <stdio.h>

int main(void)
{
    FILE *file = fopen("closed.txt", "w");
    fclose(file);
    fputs("too late", file);
    return 0;
}
