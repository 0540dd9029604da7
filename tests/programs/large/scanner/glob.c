// part of main.c
#include "glob.h"

#include <stddef.h>

/* Matches `c` against the set that begins after '['; *end is set behind its ']'. A set without end is a plain '['. */
static bool set_matches(const char *set, unsigned char c, const char **end)
{
    bool negated = *set == '!' || *set == '^', found = false;
    const char *p = set + negated;
    do {
        if (*p == '\0') {
            *end = set;
            return c == '[';
        }
        unsigned char low = (unsigned char)*p++, high = low;
        if (p[0] == '-' && p[1] != ']' && p[1] != '\0') {
            high = (unsigned char)p[1];
            p += 2;
        }
        found |= low <= c && c <= high;
    } while (*p != ']');
    *end = p + 1;
    return found != negated;
}

/* One element of the pattern other than '*' against one character; *rest is set behind the element. */
static bool element_matches(const char *pattern, unsigned char c, const char **rest)
{
    *rest = pattern + 1;
    switch (*pattern) {
    case '?':
        return true;
    case '[':
        return set_matches(pattern + 1, c, rest);
    case '\\':
        if (pattern[1] != '\0') {
            *rest = pattern + 2;
            return (unsigned char)pattern[1] == c;
        }
        return c == '\\';
    default:
        return (unsigned char)*pattern == c;
    }
}

bool glob_matches(const char *pattern, const char *name)
{
    /* On a mismatch the latest star takes one character more; an earlier star need never be tried again. */
    const char *after_star = NULL, *star_name = NULL;
    for (;;) {
        const char *rest;
        if (*pattern == '*') {
            after_star = ++pattern;
            star_name = name;
        } else if (*name == '\0') {
            return *pattern == '\0';
        } else if (*pattern != '\0' && element_matches(pattern, (unsigned char)*name, &rest)) {
            pattern = rest;
            name++;
        } else if (after_star) {
            pattern = after_star;
            name = ++star_name;
        } else {
            return false;
        }
    }
}
