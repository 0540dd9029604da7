// dlsym finds the program's own functions and variables by name, and nothing else.
// native: same
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>

int answer = 41;
int shared[3] = { 1, 2, 3 };
const char *const greeting = "hello";

int twice(int number)
{
    return 2 * number;
}

__attribute__((weak)) int thrice(int number)
{
    return 3 * number;
}

static int hidden(int number)
{
    return number;
}

static void *find(void *library, const char *name)
{
    dlerror();
    void *found = dlsym(library, name);
    printf("%s: %s, %s\n", name, found ? "found" : "null", dlerror() ? "an error" : "no error");
    return found;
}

int main(int argc, char **argv)
{
    void *program = dlopen(NULL, RTLD_NOW);
    (*(int *)find(program, "answer"))++;
    printf("%d\n", answer);
    int (*function)(int) = find(RTLD_DEFAULT, "twice");
    printf("%d %d\n", function == twice, function(answer));
    char name[] = "Thrice";
    name[0] = 't';
    printf("%d\n", ((int (*)(int))find(program, name))(5));
    printf("%d\n", ((int *)find(program, "shared"))[2]);
    printf("%s\n", *(const char **)find(program, "greeting"));
    printf("%d\n", find(program, "main") == (void *)main);
    printf("%d\n", hidden(1));
    find(program, "hidden");
    find(RTLD_DEFAULT, "no_such_symbol");
    find(RTLD_NEXT, "twice");
    printf("%d\n", dlclose(program));
    return 0;
}
