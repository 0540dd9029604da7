// part of main.c
#include "scan.h"

#include <ctype.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "memory.h"

enum { SHOWN_LENGTH = 60, BINARY_PROBE = 512 };

struct view {
    char *data;
    size_t size;
};

/* Maps the file into memory; false when it cannot be read. An empty file has no data. */
static bool open_view(const char *path, struct view *view)
{
    int descriptor = open(path, O_RDONLY);
    struct stat status;
    if (descriptor < 0)
        return false;
    bool ok = fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
    *view = (struct view){ NULL, ok ? (size_t)status.st_size : 0 };
    if (ok && view->size > 0) {
        view->data = mmap(NULL, view->size, PROT_READ, MAP_PRIVATE, descriptor, 0);
        ok = view->data != MAP_FAILED;
    }
    close(descriptor);
    return ok;
}

static void close_view(struct view *view)
{
    if (view->size > 0)
        munmap(view->data, view->size);
}

static bool is_binary(const struct view *view)
{
    size_t probe = view->size < BINARY_PROBE ? view->size : BINARY_PROBE;
    return probe > 0 && memchr(view->data, '\0', probe) != NULL;
}

/* The line without leading white space, shortened if need be. */
static char *shown_line(const char *line, size_t length)
{
    while (length > 0 && isspace((unsigned char)*line)) {
        line++;
        length--;
    }
    bool shorten = length > SHOWN_LENGTH;
    size_t kept = shorten ? SHOWN_LENGTH : length;
    char *text = allocate(kept + 4);
    memcpy(text, line, kept);
    strcpy(text + kept, shorten ? "..." : "");
    return text;
}

static bool find(const struct pattern *pattern, const char *line, size_t length, size_t from, size_t *start,
                 size_t *end)
{
    if (pattern->regex)
        return regex_find(pattern->regex, line, length, from, start, end);
    if (!literal_find(&pattern->literal, line, length, from, start))
        return false;
    *end = *start + pattern->literal.length;
    return true;
}

static size_t count_words(const char *line, size_t length)
{
    size_t words = 0;
    bool inside = false;
    for (size_t i = 0; i < length; i++) {
        bool word = !isspace((unsigned char)line[i]);
        words += word && !inside;
        inside = word;
    }
    return words;
}

static void scan_line(const struct options *options, struct file_record *file, const char *line, size_t length,
                      struct results *results)
{
    file->lines++;
    file->words += count_words(line, length);
    for (size_t p = 0; p < options->pattern_count; p++) {
        size_t from = 0, start, end;
        while (from <= length && find(&options->patterns[p], line, length, from, &start, &end)) {
            struct match match = { copy_string(file->path), shown_line(line, length), file->lines, start + 1, p };
            results_add_match(results, match);
            file->matches++;
            /* An empty match must not be found again at the same place. */
            from = end > start ? end : end + 1;
        }
    }
}

void scan_file(const struct options *options, const char *path, struct results *results, struct totals *totals)
{
    struct view view;
    if (!open_view(path, &view)) {
        atomic_fetch_add(&totals->unreadable, 1);
        return;
    }
    atomic_fetch_add(&totals->files, 1);
    atomic_fetch_add_explicit(&totals->bytes, view.size, memory_order_relaxed);
    struct file_record file = { .path = copy_string(path), .size = view.size };
    if (is_binary(&view)) {
        atomic_fetch_add(&totals->binary, 1);
    } else if (view.size > 0) {
        const char *line = view.data, *end = view.data + view.size;
        while (line < end) {
            const char *newline = memchr(line, '\n', (size_t)(end - line));
            const char *line_end = newline ? newline : end;
            scan_line(options, &file, line, (size_t)(line_end - line), results);
            line = newline ? newline + 1 : end;
        }
    }
    results_add_file(results, file);
    close_view(&view);
}
