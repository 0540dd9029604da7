// part of main.c
#include "regex.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"

/* The pattern becomes a program of a nondeterministic machine (Thompson's construction). */
enum opcode { SET, SPLIT, JUMP, LINE_START, LINE_END, MATCH };

struct instruction {
    enum opcode opcode;
    /* Targets of SPLIT and JUMP. */
    int first, second;
    uint32_t set[8];
};

enum { MAX_DEPTH = 50 };

struct regex {
    struct instruction *program;
    int length, capacity;
};

struct parser {
    const char *p;
    struct regex *regex;
    bool fold;
    int depth;
    const char *error;
};

static int emit(struct regex *regex, struct instruction instruction)
{
    if (regex->length == regex->capacity) {
        regex->capacity = regex->capacity ? 2 * regex->capacity : 16;
        regex->program = grow(regex->program, (size_t)regex->capacity * sizeof *regex->program);
    }
    regex->program[regex->length] = instruction;
    return regex->length++;
}

/* Moves the instructions from `at` on by one place; jumps inside of them keep their aim. */
static void insert(struct regex *regex, int at, struct instruction instruction)
{
    emit(regex, instruction);
    memmove(regex->program + at + 1, regex->program + at, (size_t)(regex->length - 1 - at) * sizeof *regex->program);
    regex->program[at] = instruction;
    for (int i = at + 1; i < regex->length; i++) {
        struct instruction *moved = &regex->program[i];
        if (moved->opcode == SPLIT || moved->opcode == JUMP) {
            moved->first += moved->first >= at;
            moved->second += moved->second >= at;
        }
    }
}

static void add(uint32_t *set, unsigned char c) { set[c / 32] |= 1u << c % 32; }
static bool contains(const uint32_t *set, unsigned char c) { return set[c / 32] >> c % 32 & 1; }

static void add_range(const struct parser *parser, uint32_t *set, int low, int high)
{
    for (int c = low; c <= high; c++) {
        add(set, (unsigned char)c);
        if (parser->fold) {
            add(set, (unsigned char)tolower(c));
            add(set, (unsigned char)toupper(c));
        }
    }
}

/* \d, \w, \s and their negations in upper case; anything else stands for itself. */
static void add_escape(const struct parser *parser, uint32_t *set, unsigned char c)
{
    int (*classify)(int) = tolower(c) == 'd' ? isdigit : tolower(c) == 's' ? isspace : isalnum;
    if (strchr("dDwWsS", c) == NULL) {
        add_range(parser, set, c, c);
        return;
    }
    for (int i = 0; i < 256; i++) {
        bool in = classify(i) || (tolower(c) == 'w' && i == '_');
        if (in != (isupper(c) != 0))
            add(set, (unsigned char)i);
    }
}

static void parse_set(struct parser *parser, uint32_t *set)
{
    bool negated = *parser->p == '^';
    parser->p += negated;
    do {
        unsigned char low = (unsigned char)*parser->p;
        if (low == '\0') {
            parser->error = "missing ]";
            return;
        }
        parser->p++;
        if (low == '\\' && *parser->p != '\0') {
            add_escape(parser, set, (unsigned char)*parser->p++);
        } else if (parser->p[0] == '-' && parser->p[1] != ']' && parser->p[1] != '\0') {
            add_range(parser, set, low, (unsigned char)parser->p[1]);
            parser->p += 2;
        } else {
            add_range(parser, set, low, low);
        }
    } while (*parser->p != ']');
    parser->p++;
    if (negated)
        for (int i = 0; i < 8; i++)
            set[i] = ~set[i];
}

static void parse_alternatives(struct parser *parser);

/* atom := '(' alternatives ')' | '[' set ']' | '.' | '^' | '$' | '\' c | c */
static void parse_atom(struct parser *parser)
{
    struct instruction instruction = { .opcode = SET };
    unsigned char c = (unsigned char)*parser->p++;
    switch (c) {
    case '(':
        parse_alternatives(parser);
        if (*parser->p != ')')
            parser->error = parser->error ? parser->error : "missing )";
        else
            parser->p++;
        return;
    case '[':
        parse_set(parser, instruction.set);
        break;
    case '.':
        memset(instruction.set, 0xff, sizeof instruction.set);
        break;
    case '^':
        instruction.opcode = LINE_START;
        break;
    case '$':
        instruction.opcode = LINE_END;
        break;
    case '\\':
        if (*parser->p == '\0') {
            parser->error = "trailing backslash";
            return;
        }
        add_escape(parser, instruction.set, (unsigned char)*parser->p++);
        break;
    case '*': case '+': case '?':
        parser->error = "nothing to repeat";
        return;
    default:
        add_range(parser, instruction.set, c, c);
    }
    emit(parser->regex, instruction);
}

/* repeated := atom { '*' | '+' | '?' } */
static void parse_repeated(struct parser *parser)
{
    struct regex *regex = parser->regex;
    int start = regex->length;
    parse_atom(parser);
    for (; !parser->error && *parser->p != '\0' && strchr("*+?", *parser->p); parser->p++) {
        if (*parser->p == '+') {
            emit(regex, (struct instruction){ .opcode = SPLIT, .first = start, .second = regex->length + 1 });
            continue;
        }
        int end = regex->length + (*parser->p == '*' ? 2 : 1);
        insert(regex, start, (struct instruction){ .opcode = SPLIT, .first = start + 1, .second = end });
        if (*parser->p == '*')
            emit(regex, (struct instruction){ .opcode = JUMP, .first = start, .second = start });
    }
}

/* alternatives := { repeated } [ '|' alternatives ] */
static void parse_alternatives(struct parser *parser)
{
    struct regex *regex = parser->regex;
    int start = regex->length;
    if (++parser->depth > MAX_DEPTH)
        parser->error = "nested too deeply";
    while (!parser->error && *parser->p != '\0' && *parser->p != '|' && *parser->p != ')')
        parse_repeated(parser);
    if (!parser->error && *parser->p == '|') {
        parser->p++;
        insert(regex, start, (struct instruction){ .opcode = SPLIT, .first = start + 1, .second = regex->length + 2 });
        int jump = emit(regex, (struct instruction){ .opcode = JUMP });
        parse_alternatives(parser);
        regex->program[jump].first = regex->program[jump].second = regex->length;
    }
    parser->depth--;
}

struct regex *regex_compile(const char *pattern, bool fold, const char **error)
{
    struct regex *regex = allocate(sizeof *regex);
    *regex = (struct regex){ 0 };
    struct parser parser = { .p = pattern, .regex = regex, .fold = fold };
    parse_alternatives(&parser);
    if (!parser.error && *parser.p == ')')
        parser.error = "unmatched )";
    emit(regex, (struct instruction){ .opcode = MATCH });
    if (parser.error) {
        *error = parser.error;
        regex_free(regex);
        return NULL;
    }
    return regex;
}

void regex_free(struct regex *regex)
{
    if (regex)
        free(regex->program);
    free(regex);
}

/* A set of program positions, each at most once per text position. */
struct states {
    int *list, count;
    size_t *seen;
};

struct run {
    const struct regex *regex;
    size_t length, position;
    bool matched;
};

static void follow(struct run *run, struct states *states, int pc)
{
    if (states->seen[pc] == run->position + 1)
        return;
    states->seen[pc] = run->position + 1;
    const struct instruction *instruction = &run->regex->program[pc];
    switch (instruction->opcode) {
    case SPLIT:
        follow(run, states, instruction->first);
        follow(run, states, instruction->second);
        break;
    case JUMP:
        follow(run, states, instruction->first);
        break;
    case LINE_START:
        if (run->position == 0)
            follow(run, states, pc + 1);
        break;
    case LINE_END:
        if (run->position == run->length)
            follow(run, states, pc + 1);
        break;
    case MATCH:
        run->matched = true;
        break;
    case SET:
        states->list[states->count++] = pc;
        break;
    }
}

/* The end of the longest match that begins at `start`. */
static bool match_at(const struct regex *regex, const char *line, size_t length, size_t start, struct states *now,
                     struct states *next, size_t *end)
{
    struct run run = { regex, length, start, false };
    bool found = false;
    memset(now->seen, 0, (size_t)regex->length * sizeof *now->seen);
    memset(next->seen, 0, (size_t)regex->length * sizeof *next->seen);
    now->count = 0;
    follow(&run, now, 0);
    for (;;) {
        if (run.matched) {
            found = true;
            *end = run.position;
            run.matched = false;
        }
        if (now->count == 0 || run.position == length)
            return found;
        unsigned char c = (unsigned char)line[run.position++];
        next->count = 0;
        for (int i = 0; i < now->count; i++)
            if (contains(regex->program[now->list[i]].set, c))
                follow(&run, next, now->list[i] + 1);
        struct states swap = *now;
        *now = *next;
        *next = swap;
    }
}

bool regex_find(const struct regex *regex, const char *line, size_t length, size_t from, size_t *start, size_t *end)
{
    size_t count = (size_t)regex->length;
    int *lists = allocate(2 * count * sizeof *lists);
    size_t *seen = allocate(2 * count * sizeof *seen);
    struct states now = { lists, 0, seen }, next = { lists + count, 0, seen + count };
    bool found = false;
    for (size_t position = from; position <= length && !found; position++) {
        found = match_at(regex, line, length, position, &now, &next, end);
        *start = position;
    }
    free(lists);
    free(seen);
    return found;
}
