// <regex.h>: POSIX regular expressions, basic and extended, by backtracking over a syntax tree. Of all matches that begin
// leftmost, the longest wins; repetitions are greedy.
#include "library.h"

int snprintf(char *text, size_t size, const char *format, ...);

enum { EXTENDED = 1, ICASE = 2, NEWLINE = 4, NOSUB = 8 };
enum { NOTBOL = 1, NOTEOL = 2 };
enum { NOMATCH = 1, BADPAT, ECOLLATE, ECTYPE, EESCAPE, ESUBREG, EBRACK, EPAREN, EBRACE, BADBR, ERANGE, ESPACE, BADRPT };
enum { UNLIMITED = -1, MOST_REPEATS = 255, MOST_GROUPS = 64 };

typedef struct node node;
struct node {
    enum { EMPTY, CHARACTER, ANY, SET, START, END, GROUP, BACK, REPEAT, SEQUENCE, EITHER } kind;
    int number, least, most;
    uint8_t *set;
    node *first, *second;
    // All nodes, so that they can be freed.
    node *next;
};

// glibc's layout: the number of groups is the only member that programs read.
struct regex {
    struct compiled *compiled;
    size_t allocated, used, syntax;
    char *fastmap, *translate;
    size_t groups;
    uint64_t rest;
};
struct compiled {
    node *all, *root;
    int flags, groups;
};
struct span {
    int start, end;
};

struct parser {
    const char *at;
    struct compiled *to;
    int error, depth;
};

static node *parse(struct parser *p);

static node *make(struct parser *p, int kind, node *first, node *second) {
    node *made = malloc(sizeof *made);
    if (!made) {
        p->error = ESPACE;
        return NULL;
    }
    *made = (node){.kind = kind, .first = first, .second = second, .next = p->to->all};
    p->to->all = made;
    return made;
}

static int lower(int c) {
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

static int is_in_class(const char *name, size_t length, int c) {
    int small = c >= 'a' && c <= 'z', capital = c >= 'A' && c <= 'Z', digit = c >= '0' && c <= '9';
    int letter = small || capital, graph = c > ' ' && c < 127;
    const struct {
        const char *name;
        int is_in;
    } classes[] = {
        {"alpha", letter},
        {"digit", digit},
        {"alnum", letter || digit},
        {"lower", small},
        {"upper", capital},
        {"space", c == ' ' || (c >= '\t' && c <= '\r')},
        {"blank", c == ' ' || c == '\t'},
        {"punct", graph && !letter && !digit},
        {"print", graph || c == ' '},
        {"graph", graph},
        {"cntrl", c < ' ' || c == 127},
        {"xdigit", digit || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')},
    };
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
        if (strlen(classes[i].name) == length && strncmp(classes[i].name, name, length) == 0)
            return classes[i].is_in;
    return -1;
}

static void put(uint8_t *set, int c, int flags) {
    set[c / 8] |= 1 << c % 8;
    if ((flags & ICASE) && lower(c) != c)
        set[lower(c) / 8] |= 1 << lower(c) % 8;
    if ((flags & ICASE) && c >= 'a' && c <= 'z')
        set[(c - 32) / 8] |= 1 << (c - 32) % 8;
}

// `[:name:]`, behind its `[:`.
static void parse_class(struct parser *p, uint8_t *set) {
    const char *start = p->at;
    while (*p->at && !(p->at[0] == ':' && p->at[1] == ']'))
        p->at++;
    if (!*p->at) {
        p->error = EBRACK;
        return;
    }
    for (int c = 0; c < 256; c++) {
        int is_in = is_in_class(start, p->at - start, c);
        if (is_in < 0) {
            p->error = ECTYPE;
            return;
        }
        if (is_in)
            put(set, c, p->to->flags);
    }
    p->at += 2;
}

static node *parse_set(struct parser *p) {
    node *set = make(p, SET, NULL, NULL);
    if (!set || !(set->set = malloc(32))) {
        p->error = ESPACE;
        return NULL;
    }
    memset(set->set, 0, 32);
    int negated = *p->at == '^', first = 1;
    p->at += negated;
    for (; !p->error && (first || *p->at != ']'); first = 0) {
        if (p->at[0] == '[' && p->at[1] == ':') {
            p->at += 2;
            parse_class(p, set->set);
            continue;
        }
        if (!*p->at) {
            p->error = EBRACK;
            break;
        }
        int low = (uint8_t)*p->at++, high = low;
        if (p->at[0] == '-' && p->at[1] && p->at[1] != ']') {
            high = (uint8_t)p->at[1];
            p->at += 2;
        }
        if (high < low)
            p->error = ERANGE;
        for (int c = low; c <= high; c++)
            put(set->set, c, p->to->flags);
    }
    p->at++;
    if (negated) {
        for (int i = 0; i < 32; i++)
            set->set[i] ^= 0xff;
        if (p->to->flags & NEWLINE)
            set->set['\n' / 8] &= ~(1 << '\n' % 8);
    }
    return set;
}

static int is_extended(struct parser *p) {
    return p->to->flags & EXTENDED;
}

// Whether an operator comes next: with a backslash in basic expressions.
static int sees(struct parser *p, char operator) {
    return is_extended(p) ? p->at[0] == operator : p->at[0] == '\\' && p->at[1] == operator;
}

static void skip(struct parser *p) {
    p->at += is_extended(p) ? 1 : 2;
}

static node *parse_group(struct parser *p) {
    int number = ++p->to->groups;
    skip(p);
    p->depth++;
    node *inner = parse(p);
    p->depth--;
    if (p->error)
        return NULL;
    if (!sees(p, ')')) {
        p->error = EPAREN;
        return NULL;
    }
    skip(p);
    node *group = make(p, GROUP, inner, NULL);
    if (group)
        group->number = number;
    return group;
}

static node *parse_character(struct parser *p, int c) {
    node *made = make(p, CHARACTER, NULL, NULL);
    if (made)
        made->number = c;
    p->at++;
    return made;
}

static node *parse_escaped(struct parser *p) {
    int c = (uint8_t)*++p->at;
    if (!c) {
        p->error = EESCAPE;
        return NULL;
    }
    if (c < '1' || c > '9')
        return parse_character(p, c);
    if (c - '0' > p->to->groups) {
        p->error = ESUBREG;
        return NULL;
    }
    node *back = make(p, BACK, NULL, NULL);
    if (back)
        back->number = c - '0';
    p->at++;
    return back;
}

// `first`: nothing precedes it in its branch.
static node *parse_atom(struct parser *p, int first) {
    if (sees(p, '('))
        return parse_group(p);
    switch (*p->at) {
    case '[':
        p->at++;
        return parse_set(p);
    case '.':
        p->at++;
        return make(p, ANY, NULL, NULL);
    case '\\':
        return parse_escaped(p);
    case '^':
        if (is_extended(p) || first) {
            p->at++;
            return make(p, START, NULL, NULL);
        }
        break;
    case '$':
        if (is_extended(p) || !p->at[1] || (p->at[1] == '\\' && p->at[2] == ')')) {
            p->at++;
            return make(p, END, NULL, NULL);
        }
        break;
    case '*':
    case '+':
    case '?':
        if (is_extended(p) && *p->at != '*') {
            p->error = BADRPT;
            return NULL;
        }
        break;
    }
    return parse_character(p, (uint8_t)*p->at);
}

static int parse_count(struct parser *p) {
    int count = 0;
    if (*p->at < '0' || *p->at > '9')
        return -1;
    for (; *p->at >= '0' && *p->at <= '9' && count <= MOST_REPEATS; p->at++)
        count = count * 10 + (*p->at - '0');
    return count;
}

static node *parse_bounds(struct parser *p, node *repeated) {
    skip(p);
    int least = parse_count(p), most = least;
    if (*p->at == ',') {
        p->at++;
        most = parse_count(p);
        most = most < 0 ? UNLIMITED : most;
        least = least < 0 ? 0 : least;
    }
    if (!*p->at)
        p->error = EBRACE;
    else if (!sees(p, '}') || least < 0 || least > MOST_REPEATS || most > MOST_REPEATS
             || (most != UNLIMITED && most < least))
        p->error = BADBR;
    if (p->error)
        return NULL;
    skip(p);
    node *made = make(p, REPEAT, repeated, NULL);
    if (made) {
        made->least = least;
        made->most = most;
    }
    return made;
}

static node *parse_repeats(struct parser *p, node *atom) {
    while (!p->error) {
        int least, most;
        if (sees(p, '{')) {
            atom = parse_bounds(p, atom);
            continue;
        }
        if (*p->at == '*') {
            p->at++;
            least = 0;
            most = UNLIMITED;
        } else if (sees(p, '+')) {
            skip(p);
            least = 1;
            most = UNLIMITED;
        } else if (sees(p, '?')) {
            skip(p);
            least = 0;
            most = 1;
        } else {
            return atom;
        }
        atom = make(p, REPEAT, atom, NULL);
        if (atom) {
            atom->least = least;
            atom->most = most;
        }
    }
    return NULL;
}

static node *parse_branch(struct parser *p) {
    node *all = NULL;
    int first = 1;
    while (!p->error && *p->at && !sees(p, '|') && !(sees(p, ')') && (p->depth || !is_extended(p)))) {
        node *atom = parse_atom(p, first);
        // A star that nothing precedes is a character in a basic expression.
        first = !is_extended(p) && atom && atom->kind == START;
        if (!p->error && !first)
            atom = parse_repeats(p, atom);
        if (p->error)
            return NULL;
        all = all ? make(p, SEQUENCE, all, atom) : atom;
    }
    return all ? all : make(p, EMPTY, NULL, NULL);
}

static node *parse(struct parser *p) {
    node *all = parse_branch(p);
    while (!p->error && sees(p, '|')) {
        skip(p);
        node *branch = parse_branch(p);
        all = make(p, EITHER, all, branch);
    }
    return all;
}

static void release(struct compiled *compiled) {
    while (compiled->all) {
        node *first = compiled->all;
        compiled->all = first->next;
        free(first->set);
        free(first);
    }
    free(compiled);
}

LIBRARY int regcomp(struct regex *regex, const char *pattern, int flags) {
    struct compiled *compiled = malloc(sizeof *compiled);
    if (!compiled)
        return ESPACE;
    *compiled = (struct compiled){.flags = flags};
    struct parser parser = {pattern, compiled, 0, 0};
    compiled->root = parse(&parser);
    if (!parser.error && *parser.at)
        parser.error = EPAREN;
    if (!parser.error && compiled->groups >= MOST_GROUPS)
        parser.error = ESPACE;
    if (parser.error) {
        release(compiled);
        return parser.error;
    }
    memset(regex, 0, sizeof *regex);
    regex->compiled = compiled;
    regex->groups = compiled->groups;
    return 0;
}

LIBRARY void regfree(struct regex *regex) {
    if (regex->compiled)
        release(regex->compiled);
    regex->compiled = NULL;
}

struct matcher {
    const char *text;
    int length, flags, run_flags, best;
    struct span groups[MOST_GROUPS], best_groups[MOST_GROUPS];
};

// What is still to match behind a node.
struct rest {
    const node *node;
    // Of a repetition: how often it has matched, and where the last time began.
    int count, began;
    // Of a group: where it began; else -1.
    int group_start;
    const struct rest *next;
};

static void match(struct matcher *m, const node *n, int at, const struct rest *rest);

static void match_rest(struct matcher *m, int at, const struct rest *rest);

static void match_repeat(struct matcher *m, const node *n, int count, int at, const struct rest *next) {
    if (n->most == UNLIMITED || count < n->most) {
        struct rest again = {n, count + 1, at, -1, next};
        match(m, n->first, at, &again);
    }
    if (count >= n->least)
        match_rest(m, at, next);
}

static void match_rest(struct matcher *m, int at, const struct rest *rest) {
    if (!rest) {
        if (at > m->best) {
            m->best = at;
            memcpy(m->best_groups, m->groups, sizeof m->groups);
        }
        return;
    }
    const node *n = rest->node;
    if (rest->group_start >= 0) {
        struct span before = m->groups[n->number];
        m->groups[n->number] = (struct span){rest->group_start, at};
        match_rest(m, at, rest->next);
        m->groups[n->number] = before;
    } else if (n->kind == REPEAT) {
        // A round that matches nothing is not repeated.
        if (at == rest->began && rest->count > n->least)
            return;
        match_repeat(m, n, at == rest->began ? n->least : rest->count, at, rest->next);
    } else {
        match(m, n->second, at, rest->next);
    }
}

static int is_boundary(struct matcher *m, const node *n, int at) {
    if (n->kind == START)
        return (at == 0 && !(m->run_flags & NOTBOL)) || (at > 0 && (m->flags & NEWLINE) && m->text[at - 1] == '\n');
    return (at == m->length && !(m->run_flags & NOTEOL))
        || (at < m->length && (m->flags & NEWLINE) && m->text[at] == '\n');
}

static int is_same(struct matcher *m, int a, int b) {
    a = (uint8_t)a;
    b = (uint8_t)b;
    return m->flags & ICASE ? lower(a) == lower(b) : a == b;
}

// The length of what a back reference stands for, if it comes next; else -1.
static int back_reference(struct matcher *m, const node *n, int at) {
    struct span group = m->groups[n->number];
    if (group.start < 0 || at + group.end - group.start > m->length)
        return -1;
    for (int i = group.start; i < group.end; i++)
        if (!is_same(m, m->text[i], m->text[at + i - group.start]))
            return -1;
    return group.end - group.start;
}

static void match(struct matcher *m, const node *n, int at, const struct rest *rest) {
    int c = at < m->length ? (uint8_t)m->text[at] : -1, length;
    switch (n->kind) {
    case EMPTY:
        match_rest(m, at, rest);
        break;
    case CHARACTER:
        if (c >= 0 && is_same(m, c, n->number))
            match_rest(m, at + 1, rest);
        break;
    case ANY:
        if (c >= 0 && !(c == '\n' && (m->flags & NEWLINE)))
            match_rest(m, at + 1, rest);
        break;
    case SET:
        if (c >= 0 && (n->set[c / 8] >> c % 8 & 1))
            match_rest(m, at + 1, rest);
        break;
    case START:
    case END:
        if (is_boundary(m, n, at))
            match_rest(m, at, rest);
        break;
    case BACK:
        if ((length = back_reference(m, n, at)) >= 0)
            match_rest(m, at + length, rest);
        break;
    case GROUP: {
        struct rest close = {n, 0, 0, at, rest};
        match(m, n->first, at, &close);
        break;
    }
    case REPEAT:
        match_repeat(m, n, 0, at, rest);
        break;
    case SEQUENCE: {
        struct rest second = {n, 0, 0, -1, rest};
        match(m, n->first, at, &second);
        break;
    }
    case EITHER:
        match(m, n->first, at, rest);
        match(m, n->second, at, rest);
        break;
    }
}

LIBRARY int regexec(const struct regex *regex, const char *text, size_t count, struct span *spans, int flags) {
    const struct compiled *compiled = regex->compiled;
    struct matcher m = {.text = text, .length = (int)strlen(text), .flags = compiled->flags, .run_flags = flags, .best = -1};
    for (int i = 0; i < MOST_GROUPS; i++)
        m.groups[i] = (struct span){-1, -1};
    for (int start = 0; start <= m.length; start++) {
        match(&m, compiled->root, start, NULL);
        if (m.best < 0)
            continue;
        m.best_groups[0] = (struct span){start, m.best};
        for (size_t i = 0; i < count && !(compiled->flags & NOSUB); i++)
            spans[i] = i <= regex->groups ? m.best_groups[i] : (struct span){-1, -1};
        return 0;
    }
    return NOMATCH;
}

LIBRARY size_t regerror(int error, const struct regex *regex, char *text, size_t size) {
    static const char *const messages[] = {
        "Success",
        "No match",
        "Invalid regular expression",
        "Invalid collation character",
        "Invalid character class name",
        "Trailing backslash",
        "Invalid back reference",
        "Unmatched [, [^, [:, [., or [=",
        "Unmatched ( or \\(",
        "Unmatched \\{",
        "Invalid content of \\{\\}",
        "Invalid range end",
        "Memory exhausted",
        "Invalid preceding regular expression",
    };
    (void)regex;
    const char *message = error >= 0 && error <= BADRPT ? messages[error] : "Unknown error";
    if (size)
        snprintf(text, size, "%s", message);
    return strlen(message) + 1;
}
