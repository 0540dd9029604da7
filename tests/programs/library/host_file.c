// A host file made visible under another name is read; the guest sees nothing else of the host.
// file: tree/sub/deeper/d.txt:input/data.txt
// native: same
#include <stdio.h>
#include <sys/stat.h>

int main(void)
{
    FILE *file = fopen("input/data.txt", "r");
    char line[64];
    int number = 0;
    while (fgets(line, sizeof line, file))
        printf("%d: %s", ++number, line);
    fseek(file, 0, SEEK_END);
    struct stat status;
    printf("%ld %d\n", ftell(file), stat("input", &status) == 0 && S_ISDIR(status.st_mode));
    fclose(file);
    return 0;
}
