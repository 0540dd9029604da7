// getenv, setenv, unsetenv, putenv, clearenv, and the arguments of main.
// args: first second -x
// native: same
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void show(const char *name)
{
    const char *value = getenv(name);
    printf("%s=%s\n", name, value ? value : "(unset)");
}

int main(int argc, char **argv)
{
    printf("%d\n", argc);
    for (int i = 1; i < argc; i++)
        printf("%d [%s]\n", i, argv[i]);
    printf("%d\n", argv[argc] == NULL);

    show("MAZURKA_TEST_NONE");
    printf("%d ", setenv("MZ_A", "one", 0));
    show("MZ_A");
    printf("%d ", setenv("MZ_A", "two", 0));
    show("MZ_A");
    printf("%d ", setenv("MZ_A", "three", 1));
    show("MZ_A");
    printf("%d ", setenv("MZ_EMPTY", "", 1));
    show("MZ_EMPTY");
    errno = 0;
    int bad = setenv("BAD=NAME", "x", 1);
    printf("%d %d\n", bad, errno == EINVAL);
    static char assignment[] = "MZ_B=put";
    printf("%d ", putenv(assignment));
    show("MZ_B");
    assignment[5] = 'P';
    show("MZ_B");
    printf("%d ", unsetenv("MZ_A"));
    show("MZ_A");
    printf("%d ", unsetenv("MZ_A"));
    show("MZ_A");
    extern char **environ;
    int found = 0;
    for (char **entry = environ; *entry; entry++)
        found += strncmp(*entry, "MZ_", 3) == 0;
    printf("%d in environ\n", found);
    clearenv();
    show("MZ_B");
    return 0;
}
