// The environment: `environ` belongs to the program as much as to the library, so it is handled in C.
#include "library.h"

extern char **environ;

// The array that we allocated; the one that the program starts with, or puts in its place, is not ours.
static char **own;

static size_t length_of_name(const char *name) {
    size_t length = 0;
    while (name[length] && name[length] != '=')
        length++;
    return length;
}

static size_t count(void) {
    size_t entries = 0;
    while (environ && environ[entries])
        entries++;
    return entries;
}

// The entry of the variable, or NULL.
static char **find(const char *name, size_t length) {
    for (char **entry = environ; entry && *entry; entry++)
        if (strncmp(*entry, name, length) == 0 && (*entry)[length] == '=')
            return entry;
    return NULL;
}

// Puts "name=value" into the environment as it is, without a copy.
static int put(char *assignment, size_t length) {
    char **entry = find(assignment, length);
    if (entry) {
        *entry = assignment;
        return 0;
    }
    size_t entries = count();
    char **larger = malloc((entries + 2) * sizeof *larger);
    if (!larger)
        return -1;
    if (entries)
        memcpy(larger, environ, entries * sizeof *larger);
    larger[entries] = assignment;
    larger[entries + 1] = NULL;
    if (own == environ)
        free(own);
    own = environ = larger;
    return 0;
}

static int valid(const char *name) {
    if (name && *name && !name[length_of_name(name)])
        return 1;
    errno = EINVAL;
    return 0;
}

LIBRARY char *getenv(const char *name) {
    size_t length = length_of_name(name);
    char **entry = name[length] ? NULL : find(name, length);
    return entry ? *entry + length + 1 : NULL;
}

LIBRARY char *secure_getenv(const char *name) {
    return getenv(name);
}

LIBRARY int setenv(const char *name, const char *value, int overwrite) {
    if (!valid(name))
        return -1;
    size_t length = strlen(name), value_length = strlen(value);
    if (!overwrite && find(name, length))
        return 0;
    // What it replaces may still be in use: a value that getenv returned.
    char *assignment = malloc(length + value_length + 2);
    if (!assignment)
        return -1;
    memcpy(assignment, name, length);
    assignment[length] = '=';
    memcpy(assignment + length + 1, value, value_length + 1);
    return put(assignment, length);
}

LIBRARY int unsetenv(const char *name) {
    if (!valid(name))
        return -1;
    char **entry;
    while ((entry = find(name, strlen(name))))
        for (; *entry; entry++)
            entry[0] = entry[1];
    return 0;
}

LIBRARY int putenv(char *assignment) {
    size_t length = length_of_name(assignment);
    return assignment[length] ? put(assignment, length) : unsetenv(assignment);
}

LIBRARY int clearenv(void) {
    environ = NULL;
    return 0;
}
