// <pwd.h> and <grp.h>: there is one user, and one group of the same name.
#include "library.h"

struct passwd {
    char *name, *password;
    uint32_t user, group;
    char *comment, *home, *shell;
};
struct group {
    char *name, *password;
    uint32_t group;
    char **members;
};

enum { ERANGE = 34 };

static char *no_members[1];
static struct passwd root = {"root", "x", 0, 0, "root", "/home/program", "/bin/sh"};
static struct group root_group = {"root", "x", 0, no_members};

LIBRARY struct passwd *getpwuid(uint32_t user) {
    return user == 0 ? &root : NULL;
}

LIBRARY struct passwd *getpwnam(const char *name) {
    return strcmp(name, root.name) == 0 ? &root : NULL;
}

LIBRARY struct group *getgrgid(uint32_t group) {
    return group == 0 ? &root_group : NULL;
}

LIBRARY struct group *getgrnam(const char *name) {
    return strcmp(name, root_group.name) == 0 ? &root_group : NULL;
}

// Copies a text to the start of what is left of the buffer; NULL if it does not fit.
static char *copy(const char *text, char **buffer, size_t *size) {
    size_t length = strlen(text) + 1;
    if (length > *size)
        return NULL;
    char *to = *buffer;
    memcpy(to, text, length);
    *buffer += length;
    *size -= length;
    return to;
}

static int fill_user(const struct passwd *from, struct passwd *to, char *buffer, size_t size, struct passwd **result) {
    *result = NULL;
    if (!from)
        return 0;
    *to = *from;
    char **texts[] = {&to->name, &to->password, &to->comment, &to->home, &to->shell};
    for (int i = 0; i < 5; i++)
        if (!(*texts[i] = copy(*texts[i], &buffer, &size)))
            return ERANGE;
    *result = to;
    return 0;
}

LIBRARY int getpwuid_r(uint32_t user, struct passwd *to, char *buffer, size_t size, struct passwd **result) {
    return fill_user(getpwuid(user), to, buffer, size, result);
}

LIBRARY int getpwnam_r(const char *name, struct passwd *to, char *buffer, size_t size, struct passwd **result) {
    return fill_user(getpwnam(name), to, buffer, size, result);
}

LIBRARY char *getlogin(void) {
    return root.name;
}

LIBRARY int getgroups(int size, uint32_t *groups) {
    (void)size;
    (void)groups;
    return 0;
}
