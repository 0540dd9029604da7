// part of main.c
#include "options.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "glob.h"
#include "memory.h"

static void fail(const char *what, const char *why)
{
    fprintf(stderr, "%s: %s\n", what, why);
    fputs("usage: scanner [-j WORKERS] [-d DEPTH] [-t TOP] [-i] [-q] [-n GLOB]... [-x GLOB]... (-e TEXT | -r REGEX)... FOLDER...\n", stderr);
    exit(2);
}

static int number(const char *text, int low, int high)
{
    char *end;
    long value = strtol(text, &end, 10);
    if (end == text || *end != '\0' || value < low || value > high)
        fail(text, "not a sensible number");
    return (int)value;
}

static void add_name(const char ***names, size_t *count, const char *name)
{
    *names = grow(*names, (*count + 1) * sizeof **names);
    (*names)[(*count)++] = name;
}

static void add_pattern(struct options *options, const char *text, bool is_regex)
{
    struct pattern pattern = { .text = text };
    const char *error;
    if (*text == '\0')
        fail("pattern", "empty");
    if (is_regex && !(pattern.regex = regex_compile(text, options->fold, &error)))
        fail(text, error);
    if (!is_regex)
        literal_compile(&pattern.literal, text, options->fold);
    options->patterns = grow(options->patterns, (options->pattern_count + 1) * sizeof *options->patterns);
    options->patterns[options->pattern_count++] = pattern;
}

void options_parse(struct options *options, int argc, char **argv)
{
    *options = (struct options){ .workers = 2, .max_depth = 32, .top = 3 };
    static const struct option long_options[] = {
        { "workers", required_argument, NULL, 'j' }, { "depth", required_argument, NULL, 'd' },
        { "top", required_argument, NULL, 't' },     { "ignore-case", no_argument, NULL, 'i' },
        { "quiet", no_argument, NULL, 'q' },         { "name", required_argument, NULL, 'n' },
        { "exclude", required_argument, NULL, 'x' }, { "text", required_argument, NULL, 'e' },
        { "regex", required_argument, NULL, 'r' },   { NULL, 0, NULL, 0 },
    };
    for (int c; (c = getopt_long(argc, argv, "j:d:t:iqn:x:e:r:", long_options, NULL)) != -1;) {
        switch (c) {
        case 'j': options->workers = number(optarg, 1, 64); break;
        case 'd': options->max_depth = number(optarg, 0, 1000); break;
        case 't': options->top = number(optarg, 0, 100); break;
        case 'i': options->fold = true; break;
        case 'q': options->quiet = true; break;
        case 'n': add_name(&options->names, &options->name_count, optarg); break;
        case 'x': add_name(&options->excluded, &options->excluded_count, optarg); break;
        case 'e': add_pattern(options, optarg, false); break;
        case 'r': add_pattern(options, optarg, true); break;
        default: fail("option", "unknown");
        }
    }
    options->roots = argv + optind;
    options->root_count = argc - optind;
    if (options->root_count == 0)
        fail("folder", "none given");
}

void options_free(struct options *options)
{
    for (size_t i = 0; i < options->pattern_count; i++) {
        if (options->patterns[i].regex)
            regex_free(options->patterns[i].regex);
        else
            literal_free(&options->patterns[i].literal);
    }
    free(options->patterns);
    free(options->names);
    free(options->excluded);
}

static bool any_matches(const char *const *globs, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (glob_matches(globs[i], name))
            return true;
    return false;
}

bool options_want_file(const struct options *options, const char *name)
{
    return options->name_count == 0 || any_matches(options->names, options->name_count, name);
}

bool options_excluded(const struct options *options, const char *name)
{
    return any_matches(options->excluded, options->excluded_count, name);
}
