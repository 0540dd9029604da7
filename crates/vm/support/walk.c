// <ftw.h> and scandir: walking directories, on top of opendir, readdir and stat.
#include "library.h"

// Layouts are those of glibc on x86-64.
struct stat {
    uint64_t device, inode, links;
    uint32_t mode, user, group, padding;
    uint64_t rest[14];
};
struct dirent {
    uint64_t inode;
    int64_t offset;
    uint16_t length;
    uint8_t type;
    char name[256];
};
struct FTW {
    int base, level;
};
typedef struct directory DIR;

DIR *opendir(const char *path);
struct dirent *readdir(DIR *directory);
int closedir(DIR *directory);
int stat(const char *path, struct stat *status);
int lstat(const char *path, struct stat *status);
void *realloc(void *block, size_t size);
void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *));

enum { FTW_F, FTW_D, FTW_DNR, FTW_NS, FTW_SL, FTW_DP, FTW_SLN };
enum { FTW_PHYS = 1, FTW_DEPTH = 8 };
enum { S_IFMT = 0170000, S_IFDIR = 0040000, S_IFLNK = 0120000 };
enum { LONGEST_PATH = 4096 };

typedef int visitor(const char *path, const struct stat *status, int kind);
typedef int deep_visitor(const char *path, const struct stat *status, int kind, struct FTW *place);

struct walk {
    visitor *plain;
    deep_visitor *deep;
    int flags;
    char path[LONGEST_PATH];
};

static int visit(struct walk *walk, const struct stat *status, int kind, int level) {
    if (walk->plain)
        return walk->plain(walk->path, status, kind);
    struct FTW place = {0, level};
    for (int i = 0; walk->path[i]; i++)
        if (walk->path[i] == '/' && walk->path[i + 1])
            place.base = i + 1;
    return walk->deep(walk->path, status, kind, &place);
}

static int walk_path(struct walk *walk, size_t length, int level);

static int walk_entries(struct walk *walk, DIR *directory, size_t length, int level) {
    if (walk->path[length - 1] != '/')
        walk->path[length++] = '/';
    struct dirent *entry;
    while ((entry = readdir(directory))) {
        if (strcmp(entry->name, ".") == 0 || strcmp(entry->name, "..") == 0)
            continue;
        size_t size = strlen(entry->name);
        if (length + size + 2 > LONGEST_PATH)
            return -1;
        memcpy(walk->path + length, entry->name, size + 1);
        int result = walk_path(walk, length + size, level + 1);
        if (result)
            return result;
    }
    return 0;
}

static int walk_directory(struct walk *walk, const struct stat *status, size_t length, int level) {
    int result = 0, depth = walk->flags & FTW_DEPTH;
    DIR *directory = opendir(walk->path);
    if (!directory)
        return visit(walk, status, FTW_DNR, level);
    if (!depth)
        result = visit(walk, status, FTW_D, level);
    if (!result)
        result = walk_entries(walk, directory, length, level);
    closedir(directory);
    walk->path[length] = 0;
    if (!result && depth)
        result = visit(walk, status, FTW_DP, level);
    return result;
}

static int walk_path(struct walk *walk, size_t length, int level) {
    struct stat status;
    int found = walk->flags & FTW_PHYS ? lstat(walk->path, &status) : stat(walk->path, &status);
    if (found != 0)
        return visit(walk, &status, FTW_NS, level);
    if ((status.mode & S_IFMT) == S_IFDIR)
        return walk_directory(walk, &status, length, level);
    return visit(walk, &status, (status.mode & S_IFMT) == S_IFLNK ? FTW_SL : FTW_F, level);
}

static int start(const char *path, visitor *plain, deep_visitor *deep, int flags) {
    size_t length = strlen(path);
    struct walk *walk = malloc(sizeof *walk);
    struct stat status;
    if (!walk || length == 0 || length + 2 > LONGEST_PATH || lstat(path, &status) != 0) {
        free(walk);
        return -1;
    }
    walk->plain = plain;
    walk->deep = deep;
    walk->flags = flags;
    memcpy(walk->path, path, length + 1);
    int result = walk_path(walk, length, 0);
    free(walk);
    return result;
}

LIBRARY int ftw(const char *path, visitor *visitor, int descriptors) {
    (void)descriptors;
    return start(path, visitor, NULL, 0);
}

LIBRARY int nftw(const char *path, deep_visitor *visitor, int descriptors, int flags) {
    (void)descriptors;
    return start(path, NULL, visitor, flags);
}

LIBRARY int alphasort(const struct dirent **a, const struct dirent **b) {
    return strcmp((*a)->name, (*b)->name);
}

LIBRARY int scandir(const char *path, struct dirent ***list, int (*wanted)(const struct dirent *),
                    int (*compare)(const struct dirent **, const struct dirent **)) {
    DIR *directory = opendir(path);
    if (!directory)
        return -1;
    struct dirent **found = NULL, *entry;
    int count = 0;
    while ((entry = readdir(directory))) {
        if (wanted && !wanted(entry))
            continue;
        found = realloc(found, (size_t)(count + 1) * sizeof *found);
        found[count] = malloc(sizeof *entry);
        memcpy(found[count++], entry, sizeof *entry);
    }
    closedir(directory);
    if (compare && count > 0)
        qsort(found, (size_t)count, sizeof *found, (int (*)(const void *, const void *))compare);
    *list = found;
    return count;
}

extern __typeof(ftw) ftw64 __attribute__((weak, alias("ftw")));
extern __typeof(nftw) nftw64 __attribute__((weak, alias("nftw")));
extern __typeof(scandir) scandir64 __attribute__((weak, alias("scandir")));
extern __typeof(alphasort) alphasort64 __attribute__((weak, alias("alphasort")));
