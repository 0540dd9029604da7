// <getopt.h>: getopt, getopt_long and getopt_long_only, permuting the arguments as GNU's do.
#include "library.h"

extern char *optarg;
extern int optind, opterr, optopt;
int dprintf(int descriptor, const char *format, ...);

struct option {
    const char *name;
    int has_arg;
    int *flag;
    int val;
};
enum { no_argument, required_argument, optional_argument };

enum order {
    // Operands are moved behind the options.
    PERMUTE,
    // "+": the first operand ends the options.
    REQUIRE,
    // "-": an operand is the argument of option 1.
    RETURN_IN_ORDER,
};

// Where in a cluster of short options ("-abc") the next call continues; NULL between arguments.
static char *next_short;
// The operands that were skipped are in argv[first_operand … last_operand - 1].
static int first_operand, last_operand;

static int complain(const char *options, char **argv, const char *what, const char *name, size_t length) {
    if (opterr && options[0] != ':')
        dprintf(2, "%s: %s '%.*s'\n", argv[0], what, (int)length, name);
    return '?';
}

// Moves the skipped operands behind the options that were found since.
static void exchange(char **argv) {
    int operands = last_operand - first_operand, options = optind - last_operand;
    for (int i = 0; i < options; i++) {
        char *option = argv[last_operand + i];
        for (int at = last_operand + i; at > first_operand + i; at--)
            argv[at] = argv[at - 1];
        argv[first_operand + i] = option;
    }
    first_operand += options;
    last_operand = first_operand + operands;
}

static int is_option(const char *argument) {
    return argument[0] == '-' && argument[1] != 0;
}

static void collect_operands(char **argv) {
    if (first_operand == last_operand)
        first_operand = optind;
    else if (last_operand != optind)
        exchange(argv);
}

// Goes to the next argument with options: 0 if there is one, -1 at the end, 1 for an operand to be returned.
static int advance(int argc, char **argv, enum order order) {
    if (order == PERMUTE) {
        collect_operands(argv);
        while (optind < argc && !is_option(argv[optind]))
            optind++;
        last_operand = optind;
    }
    if (optind < argc && strcmp(argv[optind], "--") == 0) {
        optind++;
        collect_operands(argv);
        last_operand = optind = argc;
    }
    if (optind >= argc) {
        if (first_operand != last_operand)
            optind = first_operand;
        return -1;
    }
    if (!is_option(argv[optind])) {
        if (order == REQUIRE)
            return -1;
        optarg = argv[optind++];
        return 1;
    }
    return 0;
}

static size_t name_length(const char *name) {
    size_t length = 0;
    while (name[length] && name[length] != '=')
        length++;
    return length;
}

// The option of this name, or the only one that begins like it; *ambiguous if there are several.
static const struct option *find_long(const struct option *all, const char *name, int *ambiguous) {
    size_t length = name_length(name);
    const struct option *found = NULL;
    *ambiguous = 0;
    for (const struct option *at = all; at->name; at++) {
        if (strncmp(at->name, name, length) != 0)
            continue;
        if (strlen(at->name) == length)
            return *ambiguous = 0, at;
        if (found && (found->has_arg != at->has_arg || found->flag != at->flag || found->val != at->val))
            *ambiguous = 1;
        if (!found)
            found = at;
    }
    return found;
}

static int take_long(int argc, char **argv, const char *options, const struct option *found, const char *name) {
    size_t length = name_length(name);
    optind++;
    if (name[length] == '=') {
        if (found->has_arg == no_argument) {
            optopt = found->val;
            return complain(options, argv, "option doesn't allow an argument", name, length);
        }
        optarg = (char *)name + length + 1;
    } else if (found->has_arg == required_argument) {
        if (optind >= argc) {
            optopt = found->val;
            complain(options, argv, "option requires an argument", name, length);
            return options[0] == ':' ? ':' : '?';
        }
        optarg = argv[optind++];
    }
    if (!found->flag)
        return found->val;
    *found->flag = found->val;
    return 0;
}

static int take_short(int argc, char **argv, const char *options) {
    char letter = *next_short++;
    const char *known = options;
    while (*known && (*known != letter || letter == ':' || letter == ';'))
        known++;
    if (*next_short == 0) {
        optind++;
        if (!*known || known[1] != ':')
            next_short = NULL;
    }
    if (!*known) {
        optopt = letter;
        return complain(options, argv, "invalid option --", &letter, 1);
    }
    if (known[1] != ':')
        return letter;
    char *rest = next_short;
    next_short = NULL;
    if (*rest) {
        optarg = rest;
        optind++;
    } else if (known[2] != ':') {
        if (optind >= argc) {
            optopt = letter;
            complain(options, argv, "option requires an argument --", &letter, 1);
            return options[0] == ':' ? ':' : '?';
        }
        optarg = argv[optind++];
    }
    return letter;
}

// The long option that argv[optind] may be; UNKNOWN if it is to be read as short ones.
enum { UNKNOWN = -2 };
static int next_long(int argc, char **argv, const char *options, const struct option *all, int *index) {
    char *argument = argv[optind], *name = argument + (argument[1] == '-' ? 2 : 1);
    int ambiguous;
    const struct option *found = find_long(all, name, &ambiguous);
    if (found && !ambiguous) {
        int result = take_long(argc, argv, options, found, name);
        if (index && result != '?' && result != ':')
            *index = (int)(found - all);
        return result;
    }
    if (argument[1] != '-')
        return UNKNOWN;
    optind++;
    optopt = 0;
    const char *what = ambiguous ? "ambiguous option" : "unrecognized option";
    return complain(options, argv, what, argument, strlen(argument));
}

static int next(int argc, char **argv, const char *options, const struct option *longs, int *index, int long_only) {
    enum order order = *options == '+' ? REQUIRE : *options == '-' ? RETURN_IN_ORDER : PERMUTE;
    if (order != PERMUTE)
        options++;
    optarg = NULL;
    // The first call, or the program has started over by setting optind.
    if (first_operand == 0 || first_operand > optind || last_operand > optind) {
        optind = optind ? optind : 1;
        next_short = NULL;
        first_operand = last_operand = optind;
    }
    if (!next_short || !*next_short) {
        int end = advance(argc, argv, order);
        if (end)
            return end;
        if (longs && (argv[optind][1] == '-' || long_only)) {
            int result = next_long(argc, argv, options, longs, index);
            if (result != UNKNOWN)
                return result;
        }
        next_short = argv[optind] + 1;
    }
    return take_short(argc, argv, options);
}

LIBRARY int getopt(int argc, char *const *argv, const char *options) {
    return next(argc, (char **)argv, options, NULL, NULL, 0);
}

LIBRARY int getopt_long(int argc, char *const *argv, const char *options, const struct option *longs, int *index) {
    return next(argc, (char **)argv, options, longs, index, 0);
}

LIBRARY int getopt_long_only(int argc, char *const *argv, const char *options, const struct option *longs, int *index) {
    return next(argc, (char **)argv, options, longs, index, 1);
}
