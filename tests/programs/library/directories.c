// Directories: reading with readdir and scandir, walking with nftw, making, removing, changing the working directory.
// file: tree
// native: same
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

/* The order of readdir is not specified, so names are sorted before they are printed. */
static void list(const char *path)
{
    char *names[32];
    int count = 0;
    DIR *directory = opendir(path);
    if (!directory) {
        printf("%s: error %d\n", path, errno);
        return;
    }
    struct dirent *entry;
    while ((entry = readdir(directory)))
        if (strcmp(entry->d_name, ".") && strcmp(entry->d_name, ".."))
            names[count++] = strdup(entry->d_name);
    closedir(directory);
    qsort(names, (size_t)count, sizeof names[0], by_name);
    printf("%s:", path);
    for (int i = 0; i < count; i++) {
        char full[256];
        struct stat status;
        snprintf(full, sizeof full, "%s/%s", path, names[i]);
        stat(full, &status);
        printf(" %s%s", names[i], S_ISDIR(status.st_mode) ? "/" : "");
        if (S_ISREG(status.st_mode))
            printf("(%ld)", (long)status.st_size);
        free(names[i]);
    }
    putchar('\n');
}

static int only_text(const struct dirent *entry)
{
    const char *dot = strrchr(entry->d_name, '.');
    return dot && strcmp(dot, ".txt") == 0;
}

static void scan(void)
{
    struct dirent **entries;
    int count = scandir("tree", &entries, only_text, alphasort);
    for (int i = 0; i < count; i++) {
        printf("%s ", entries[i]->d_name);
        free(entries[i]);
    }
    printf("%d\n", count);
    free(entries);
}

static long total_size;
static int files, directories, deepest;

static int visit(const char *path, const struct stat *status, int type, struct FTW *where)
{
    (void)path;
    if (type == FTW_F) {
        files++;
        total_size += status->st_size;
    } else if (type == FTW_D) {
        directories++;
    }
    if (where->level > deepest)
        deepest = where->level;
    return 0;
}

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *where)
{
    (void)status;
    (void)where;
    return type == FTW_DP ? rmdir(path) : unlink(path);
}

static void make_and_remove(void)
{
    printf("%d ", mkdir("made", 0755));
    printf("%d ", mkdir("made/inner", 0755));
    errno = 0;
    int again = mkdir("made", 0755);
    printf("%d %d ", again, errno == EEXIST);
    errno = 0;
    int orphan = mkdir("nowhere/inner", 0755);
    printf("%d %d\n", orphan, errno == ENOENT);
    FILE *file = fopen("made/inner/file.txt", "w");
    fputs("content", file);
    fclose(file);
    list("made");
    list("made/inner");
    errno = 0;
    int busy = rmdir("made");
    printf("%d %d\n", busy, errno == ENOTEMPTY);
    printf("%d ", nftw("made", remove_entry, 8, FTW_DEPTH | FTW_PHYS));
    printf("%d\n", access("made", F_OK));
}

static void working_directory(void)
{
    char before[4096], inside[4096];
    printf("%d ", getcwd(before, sizeof before) == before);
    printf("%d ", chdir("tree/sub"));
    printf("%d ", getcwd(inside, sizeof inside) == inside);
    printf("%s ", inside + strlen(before) + (strcmp(before, "/") ? 0 : -1));
    printf("%d %d ", access("c.log", R_OK), access("../a.txt", R_OK));
    printf("%d ", chdir(before));
    printf("%d ", access("tree/sub/../b.txt", R_OK));
    errno = 0;
    int r = chdir("tree/a.txt");
    printf("%d %d\n", r, errno == ENOTDIR);
}

int main(void)
{
    list("tree");
    list("tree/sub");
    list("tree/sub/deeper");
    list("missing");
    list("tree/a.txt");
    scan();
    printf("%d ", nftw("tree", visit, 8, FTW_PHYS));
    printf("%d files, %d directories, %ld bytes, depth %d\n", files, directories, total_size, deepest);
    make_and_remove();
    working_directory();
    DIR *directory = opendir("tree");
    int first = 0, second = 0;
    while (readdir(directory))
        first++;
    rewinddir(directory);
    while (readdir(directory))
        second++;
    closedir(directory);
    printf("%d %d\n", first, second);
    return 0;
}
