// part of main.c
#include "results.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"

void results_add_match(struct results *results, struct match match)
{
    if (results->match_count == results->match_capacity) {
        results->match_capacity = results->match_capacity ? 2 * results->match_capacity : 8;
        results->matches = grow(results->matches, results->match_capacity * sizeof *results->matches);
    }
    results->matches[results->match_count++] = match;
}

void results_add_file(struct results *results, struct file_record file)
{
    if (results->file_count == results->file_capacity) {
        results->file_capacity = results->file_capacity ? 2 * results->file_capacity : 8;
        results->files = grow(results->files, results->file_capacity * sizeof *results->files);
    }
    results->files[results->file_count++] = file;
}

void results_merge(struct results *results, struct results *other)
{
    for (size_t i = 0; i < other->match_count; i++)
        results_add_match(results, other->matches[i]);
    for (size_t i = 0; i < other->file_count; i++)
        results_add_file(results, other->files[i]);
    other->match_count = other->file_count = 0;
}

void results_free(struct results *results)
{
    for (size_t i = 0; i < results->match_count; i++) {
        free(results->matches[i].path);
        free(results->matches[i].text);
    }
    for (size_t i = 0; i < results->file_count; i++)
        free(results->files[i].path);
    free(results->matches);
    free(results->files);
}

static int compare_sizes(size_t a, size_t b) { return (a > b) - (a < b); }

static int by_place(const void *a, const void *b)
{
    const struct match *x = a, *y = b;
    int order = strcmp(x->path, y->path);
    if (!order)
        order = compare_sizes(x->line, y->line);
    if (!order)
        order = compare_sizes(x->column, y->column);
    return order ? order : compare_sizes(x->pattern, y->pattern);
}

static int by_size(const void *a, const void *b)
{
    const struct file_record *x = a, *y = b;
    int order = compare_sizes(y->size, x->size);
    return order ? order : strcmp(x->path, y->path);
}

static const char *extension(const char *path)
{
    const char *name = strrchr(path, '/'), *dot = strrchr(name ? name : path, '.');
    return dot && dot[1] ? dot + 1 : "(none)";
}

static int by_extension(const void *a, const void *b)
{
    const struct file_record *x = a, *y = b;
    int order = strcmp(extension(x->path), extension(y->path));
    return order ? order : strcmp(x->path, y->path);
}

static void print_matches(struct results *results, const struct options *options)
{
    size_t *counts = calloc(options->pattern_count ? options->pattern_count : 1, sizeof *counts);
    if (!counts)
        abort();
    if (results->match_count)
        qsort(results->matches, results->match_count, sizeof *results->matches, by_place);
    for (size_t i = 0; i < results->match_count; i++) {
        const struct match *match = &results->matches[i];
        counts[match->pattern]++;
        if (!options->quiet)
            printf("%s:%zu:%zu: %s\n", match->path, match->line, match->column, match->text);
    }
    for (size_t i = 0; i < options->pattern_count; i++)
        printf("%-16s %4zu matches\n", options->patterns[i].text, counts[i]);
    free(counts);
}

static void print_extensions(struct results *results)
{
    qsort(results->files, results->file_count, sizeof *results->files, by_extension);
    for (size_t i = 0; i < results->file_count;) {
        const char *name = extension(results->files[i].path);
        size_t files = 0, size = 0, lines = 0, words = 0, matches = 0;
        for (; i < results->file_count && strcmp(extension(results->files[i].path), name) == 0; i++) {
            files++;
            size += results->files[i].size;
            lines += results->files[i].lines;
            words += results->files[i].words;
            matches += results->files[i].matches;
        }
        printf("%-8s %3zu files %6zu bytes %5zu lines %6zu words %4zu matches\n", name, files, size, lines, words,
               matches);
    }
}

void results_print(struct results *results, const struct options *options)
{
    print_matches(results, options);
    if (results->file_count == 0)
        return;
    print_extensions(results);
    qsort(results->files, results->file_count, sizeof *results->files, by_size);
    for (size_t i = 0; i < results->file_count && i < (size_t)options->top; i++)
        printf("largest %zu: %s (%zu bytes)\n", i + 1, results->files[i].path, results->files[i].size);
}
