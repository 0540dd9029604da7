// A parallel directory scanner: workers share a list of folders and files, search for texts and regular expressions,
// and the results are merged and sorted, so that the output does not depend on who found what.
// with: glob.c literal.c memory.c options.c regex.c results.c scan.c work.c
// args: -j 3 -i -t 4 --exclude build --exclude *~ -e mutex -e Thread -r fn|^def\s+\w+\( -r [0-9]+(\.[0-9]+)?(ns|ms|s)\s -r (a|an)\s+[a-z]+ing$ tree tree/docs/../empty
// file: tree
// native: same
#include <dirent.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "glob.h"
#include "memory.h"
#include "options.h"
#include "results.h"
#include "scan.h"
#include "work.h"

struct scanner {
    struct options options;
    struct work_list work;
    struct totals totals;
};

struct worker {
    struct scanner *scanner;
    pthread_t thread;
    struct results results;
};

static void add_entry(struct scanner *scanner, const struct work_item *folder, const char *name)
{
    char *path = join_path(folder->path, name);
    struct stat status;
    if (lstat(path, &status) != 0) {
        atomic_fetch_add(&scanner->totals.unreadable, 1);
    } else if (S_ISDIR(status.st_mode) && folder->depth < scanner->options.max_depth) {
        work_add(&scanner->work, WORK_FOLDER, path, folder->depth + 1);
        return;
    } else if (S_ISREG(status.st_mode) && options_want_file(&scanner->options, name)) {
        work_add(&scanner->work, WORK_FILE, path, folder->depth + 1);
        return;
    } else {
        atomic_fetch_add(&scanner->totals.skipped, 1);
    }
    free(path);
}

static void walk_folder(struct scanner *scanner, const struct work_item *folder)
{
    DIR *directory = opendir(folder->path);
    if (!directory) {
        atomic_fetch_add(&scanner->totals.unreadable, 1);
        return;
    }
    atomic_fetch_add(&scanner->totals.folders, 1);
    for (struct dirent *entry; (entry = readdir(directory));) {
        const char *name = entry->d_name;
        if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
            continue;
        if (options_excluded(&scanner->options, name))
            atomic_fetch_add(&scanner->totals.skipped, 1);
        else
            add_entry(scanner, folder, name);
    }
    closedir(directory);
}

static void *run_worker(void *argument)
{
    struct worker *worker = argument;
    struct scanner *scanner = worker->scanner;
    for (struct work_item *item; (item = work_take(&scanner->work));) {
        if (item->kind == WORK_FOLDER)
            walk_folder(scanner, item);
        else
            scan_file(&scanner->options, item->path, &worker->results, &scanner->totals);
        work_done(&scanner->work, item);
    }
    return NULL;
}

static void scan_all(struct scanner *scanner, struct results *results)
{
    int count = scanner->options.workers;
    struct worker *workers = calloc((size_t)count, sizeof *workers);
    if (!workers)
        abort();
    for (int i = 0; i < scanner->options.root_count; i++)
        work_add(&scanner->work, WORK_FOLDER, copy_string(scanner->options.roots[i]), 0);
    for (int i = 0; i < count; i++) {
        workers[i].scanner = scanner;
        if (pthread_create(&workers[i].thread, NULL, run_worker, &workers[i]) != 0)
            abort();
    }
    for (int i = 0; i < count; i++) {
        pthread_join(workers[i].thread, NULL);
        results_merge(results, &workers[i].results);
        results_free(&workers[i].results);
    }
    free(workers);
}

/* A few patterns whose answers are known, before the scan relies on them. */
static void self_test(void)
{
    static const struct { const char *pattern, *name; bool expected; } globs[] = {
        { "*.c", "main.c", true }, { "*.c", "main.cc", false }, { "*", "", true }, { "a*b*c", "aXbYbZc", true },
        { "a?c", "abc", true }, { "[a-c]x", "bx", true }, { "[!a-c]x", "bx", false }, { "\\*", "*", true },
        { "[", "[", true },
    };
    static const struct { const char *pattern, *text; int start, end; } regexes[] = {
        { "ab*c", "xxabbbcx", 2, 7 }, { "a|bc|d", "xbcd", 1, 3 }, { "^x+$", "xxx", 0, 3 }, { "(ab)+", "aababab", 1, 7 },
        { "[^a-z ]+", "abc DEF", 4, 7 }, { "\\d+\\.\\d", "v12.5", 1, 5 }, { "(a*)*b", "aaab", 0, 4 },
        { "x?", "abc", 0, 0 },
    };
    int wrong = 0;
    for (size_t i = 0; i < sizeof globs / sizeof globs[0]; i++)
        wrong += glob_matches(globs[i].pattern, globs[i].name) != globs[i].expected;
    for (size_t i = 0; i < sizeof regexes / sizeof regexes[0]; i++) {
        const char *error;
        size_t start = 99, end = 99;
        struct regex *regex = regex_compile(regexes[i].pattern, false, &error);
        wrong += !regex_find(regex, regexes[i].text, strlen(regexes[i].text), 0, &start, &end)
            || (int)start != regexes[i].start || (int)end != regexes[i].end;
        regex_free(regex);
    }
    static const char *const bad[] = { "(", ")", "[a", "*", "a\\" };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const char *error;
        struct regex *regex = regex_compile(bad[i], false, &error);
        wrong += regex != NULL;
        printf("%s%s", error, i + 1 < sizeof bad / sizeof bad[0] ? ", " : "\n");
    }
    printf("self test: %d wrong\n", wrong);
}

int main(int argc, char **argv)
{
    struct scanner scanner = { .totals = { 0 } };
    struct results results = { 0 };
    options_parse(&scanner.options, argc, argv);
    self_test();
    work_init(&scanner.work);
    scan_all(&scanner, &results);
    results_print(&results, &scanner.options);
    const struct totals *totals = &scanner.totals;
    printf("%zu folders, %zu files, %zu bytes, %zu binary, %zu skipped, %zu unreadable\n", totals->folders,
           totals->files, totals->bytes, totals->binary, totals->skipped, totals->unreadable);
    results_free(&results);
    work_destroy(&scanner.work);
    options_free(&scanner.options);
    return totals->files > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
