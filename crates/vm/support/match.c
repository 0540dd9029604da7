// <fnmatch.h> and <glob.h>: patterns of names.
#include "library.h"

enum { FNM_PATHNAME = 1, FNM_NOESCAPE = 2, FNM_PERIOD = 4, FNM_LEADING_DIR = 8, FNM_CASEFOLD = 16, FNM_NOMATCH = 1 };

static int fold(int c, int flags) {
    return (flags & FNM_CASEFOLD) && c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

static int is_in_class(const char *name, size_t length, int c) {
    int lower = c >= 'a' && c <= 'z', upper = c >= 'A' && c <= 'Z', digit = c >= '0' && c <= '9';
    int letter = lower || upper, graph = c > ' ' && c < 127;
    const struct {
        const char *name;
        int is_in;
    } classes[] = {
        {"alpha", letter},
        {"digit", digit},
        {"alnum", letter || digit},
        {"lower", lower},
        {"upper", upper},
        {"space", c == ' ' || (c >= '\t' && c <= '\r')},
        {"blank", c == ' ' || c == '\t'},
        {"punct", graph && !letter && !digit},
        {"print", graph || c == ' '},
        {"graph", graph},
        {"cntrl", (c >= 0 && c < ' ') || c == 127},
        {"xdigit", digit || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')},
    };
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
        if (strlen(classes[i].name) == length && strncmp(classes[i].name, name, length) == 0)
            return classes[i].is_in;
    return 0;
}

// The end of a name in [: :], which begins here.
static const char *end_of_class(const char *at) {
    for (; *at && *at != ']'; at++)
        if (at[0] == ':' && at[1] == ']')
            return at;
    return NULL;
}

// A bracket expression, behind its `[`. Returns what follows it, and whether it has the character; NULL if it has no end.
static const char *bracket(const char *at, int c, int flags, int *has) {
    int negated = *at == '!' || *at == '^', first = 1;
    *has = 0;
    at += negated;
    c = fold(c, flags);
    for (; first || *at != ']'; first = 0) {
        const char *end;
        if (at[0] == '[' && at[1] == ':' && (end = end_of_class(at + 2))) {
            *has |= is_in_class(at + 2, end - at - 2, c);
            at = end + 2;
            continue;
        }
        if (*at == '\\' && !(flags & FNM_NOESCAPE) && at[1])
            at++;
        if (!*at)
            return NULL;
        int low = fold((unsigned char)*at++, flags), high = low;
        if (at[0] == '-' && at[1] && at[1] != ']') {
            at++;
            if (*at == '\\' && !(flags & FNM_NOESCAPE) && at[1])
                at++;
            high = fold((unsigned char)*at++, flags);
        }
        *has |= low <= c && c <= high;
    }
    *has ^= negated;
    return at + 1;
}

static int match(const char *pattern, const char *text, const char *start, int flags) {
    for (;; pattern++) {
        int c = (unsigned char)*text;
        int hidden = c == '.' && (flags & FNM_PERIOD)
            && (text == start || ((flags & FNM_PATHNAME) && text[-1] == '/'));
        int slash = c == '/' && (flags & FNM_PATHNAME);
        switch (*pattern) {
        case 0:
            return c == 0 || (c == '/' && (flags & FNM_LEADING_DIR)) ? 0 : FNM_NOMATCH;
        case '?':
            if (!c || hidden || slash)
                return FNM_NOMATCH;
            break;
        case '*':
            if (hidden)
                return FNM_NOMATCH;
            while (pattern[1] == '*')
                pattern++;
            for (;; text++) {
                if (match(pattern + 1, text, start, flags) == 0)
                    return 0;
                if (!*text || (*text == '/' && (flags & FNM_PATHNAME)))
                    return FNM_NOMATCH;
            }
        case '[': {
            int has;
            const char *end = bracket(pattern + 1, c, flags, &has);
            if (end) {
                if (!c || hidden || slash || !has)
                    return FNM_NOMATCH;
                pattern = end - 1;
                break;
            }
            if (c != '[')
                return FNM_NOMATCH;
            break;
        }
        case '\\':
            if (!(flags & FNM_NOESCAPE) && pattern[1])
                pattern++;
            // fallthrough
        default:
            if (fold((unsigned char)*pattern, flags) != fold(c, flags))
                return FNM_NOMATCH;
        }
        text++;
    }
}

LIBRARY int fnmatch(const char *pattern, const char *text, int flags) {
    return match(pattern, text, text, flags);
}

struct dirent {
    uint64_t inode;
    int64_t offset;
    uint16_t length;
    uint8_t type;
    char name[256];
};
struct stat {
    uint64_t device, inode, links;
    uint32_t mode, user, group, padding;
    uint64_t rest[14];
};
typedef struct directory DIR;

DIR *opendir(const char *path);
struct dirent *readdir(DIR *directory);
int closedir(DIR *directory);
int stat(const char *path, struct stat *status);
int lstat(const char *path, struct stat *status);
void *realloc(void *block, size_t size);
char *strdup(const char *text);
void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *));

struct glob {
    size_t count;
    char **paths;
    size_t offset;
    int flags;
    void *unused[5];
};
enum { ERR = 1, MARK = 2, NOSORT = 4, DOOFFS = 8, NOCHECK = 16, APPEND = 32, NOESCAPE = 64, PERIOD = 128, ONLYDIR = 8192 };
enum { NOSPACE = 1, ABORTED = 2, NOMATCH = 3 };
enum { LONGEST_PATH = 4096, S_IFMT = 0170000, S_IFDIR = 0040000 };

struct search {
    struct glob *result;
    int flags;
    int (*on_error)(const char *path, int number);
    char path[LONGEST_PATH];
};

static int is_directory(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && (status.mode & S_IFMT) == S_IFDIR;
}

static int add(struct search *search, const char *path, int mark) {
    struct glob *to = search->result;
    size_t before = search->flags & DOOFFS ? to->offset : 0, length = strlen(path);
    char **paths = realloc(to->paths, (before + to->count + 2) * sizeof *paths);
    if (!paths)
        return NOSPACE;
    if (!to->paths)
        memset(paths, 0, before * sizeof *paths);
    to->paths = paths;
    char *copy = malloc(length + 2);
    if (!copy)
        return NOSPACE;
    memcpy(copy, path, length + 1);
    if (mark)
        memcpy(copy + length, "/", 2);
    paths[before + to->count++] = copy;
    paths[before + to->count] = NULL;
    return 0;
}

static int found(struct search *search) {
    struct stat status;
    if (lstat(search->path, &status) != 0)
        return 0;
    int directory = is_directory(search->path);
    size_t length = strlen(search->path);
    if ((search->flags & ONLYDIR) && !directory)
        return 0;
    return add(search, search->path, (search->flags & MARK) && directory && search->path[length - 1] != '/');
}

static int has_magic(const char *at, const char *end, int flags) {
    for (; at < end; at++) {
        if (*at == '\\' && !(flags & NOESCAPE))
            at++;
        else if (*at == '*' || *at == '?' || *at == '[')
            return 1;
    }
    return 0;
}

static int walk(struct search *search, size_t length, const char *pattern);

static int walk_entries(struct search *search, size_t length, const char *part, const char *rest) {
    search->path[length] = 0;
    DIR *directory = opendir(length ? search->path : ".");
    if (!directory) {
        int aborted = (search->on_error && search->on_error(search->path, errno)) || (search->flags & ERR);
        return aborted ? ABORTED : 0;
    }
    int flags = (search->flags & PERIOD ? 0 : FNM_PERIOD) | (search->flags & NOESCAPE ? FNM_NOESCAPE : 0), error = 0;
    struct dirent *entry;
    while (!error && (entry = readdir(directory))) {
        size_t size = strlen(entry->name);
        if (fnmatch(part, entry->name, flags) != 0 || length + size >= LONGEST_PATH - 1)
            continue;
        memcpy(search->path + length, entry->name, size + 1);
        if (!*rest || is_directory(search->path))
            error = walk(search, length + size, rest);
    }
    closedir(directory);
    return error;
}

// Matches what is left of the pattern below the path of this length.
static int walk(struct search *search, size_t length, const char *pattern) {
    while (*pattern == '/' && length < LONGEST_PATH - 1)
        search->path[length++] = *pattern++;
    search->path[length] = 0;
    if (!*pattern)
        return length ? found(search) : 0;
    const char *end = pattern;
    while (*end && *end != '/')
        end++;
    char part[256];
    if (end - pattern >= (long)sizeof part || length + (end - pattern) >= LONGEST_PATH - 1)
        return 0;
    if (has_magic(pattern, end, search->flags)) {
        memcpy(part, pattern, end - pattern);
        part[end - pattern] = 0;
        return walk_entries(search, length, part, end);
    }
    for (; pattern < end; pattern++) {
        if (*pattern == '\\' && !(search->flags & NOESCAPE) && pattern + 1 < end)
            pattern++;
        search->path[length++] = *pattern;
    }
    search->path[length] = 0;
    return *end && !is_directory(search->path) ? 0 : walk(search, length, end);
}

static int compare(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

LIBRARY int glob(const char *pattern, int flags, int (*on_error)(const char *, int), struct glob *result) {
    if (!(flags & APPEND)) {
        result->count = 0;
        result->paths = NULL;
    }
    struct search *search = malloc(sizeof *search);
    if (!search)
        return NOSPACE;
    search->result = result;
    search->flags = flags;
    search->on_error = on_error;
    size_t before = result->count, offset = flags & DOOFFS ? result->offset : 0;
    int error = walk(search, 0, pattern);
    if (!error && result->count == before)
        error = flags & NOCHECK ? add(search, pattern, 0) : NOMATCH;
    else if (!(flags & NOSORT) && result->count > before)
        qsort(result->paths + offset + before, result->count - before, sizeof *result->paths, compare);
    result->flags = flags;
    free(search);
    return error;
}

LIBRARY void globfree(struct glob *result) {
    size_t offset = result->flags & DOOFFS ? result->offset : 0;
    for (size_t i = 0; i < result->count; i++)
        free(result->paths[offset + i]);
    free(result->paths);
    result->paths = NULL;
    result->count = 0;
}
