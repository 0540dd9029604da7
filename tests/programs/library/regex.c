// Regular expressions, basic and extended: what matches, where, and which errors there are.
// native: same
#include <regex.h>
#include <stdio.h>

static void try(const char *pattern, int flags, const char *text, int run_flags) {
    regex_t regex;
    regmatch_t spans[4];
    int error = regcomp(&regex, pattern, flags);
    if (error) {
        char message[64];
        size_t size = regerror(error, &regex, message, sizeof message);
        printf("%s: %s (%zu)\n", pattern, message, size);
        return;
    }
    printf("%s on '%s' with %zu groups:", pattern, text, regex.re_nsub);
    if (regexec(&regex, text, 4, spans, run_flags) == 0)
        for (int i = 0; i < 4; i++)
            printf(" %d-%d", (int)spans[i].rm_so, (int)spans[i].rm_eo);
    else
        printf(" no");
    printf("\n");
    regfree(&regex);
}

int main(void) {
    try("abc", 0, "xxabcxx", 0);
    try("^a.c$", REG_EXTENDED, "abc", 0);
    try("^a.c$", REG_EXTENDED, "abcd", 0);
    try("a*", REG_EXTENDED, "baaa", 0);
    try("ba*", REG_EXTENDED, "baaa", 0);
    try("(a|ab)(c|bcd)(d*)", REG_EXTENDED, "abcd", 0);
    try("([a-z]+)=([0-9]+)", REG_EXTENDED, "  key=42;", 0);
    try("\\([a-z]*\\)-\\1", 0, "abc-abc", 0);
    try("\\([a-z]*\\)-\\1x", 0, "abc-abx", 0);
    try("a{2,3}", REG_EXTENDED, "aaaa", 0);
    try("a\\{2\\}", 0, "aaaa", 0);
    try("a{2,}b", REG_EXTENDED, "abaab", 0);
    try("[[:digit:]]+", REG_EXTENDED, "ab123c", 0);
    try("[^[:space:]]+", REG_EXTENDED, "  word here", 0);
    try("[]a]+", REG_EXTENDED, "x]a]", 0);
    try("HELLO", REG_ICASE, "say hello", 0);
    try("[a-c]+", REG_EXTENDED | REG_ICASE, "xABCx", 0);
    try("^b$", REG_EXTENDED | REG_NEWLINE, "a\nb\nc", 0);
    try("^a", REG_EXTENDED, "a", REG_NOTBOL);
    try("a$", REG_EXTENDED, "a", REG_NOTEOL);
    try("(a*)*", REG_EXTENDED, "aab", 0);
    try("x+y?", REG_EXTENDED, "xxyy", 0);
    try("a+b", 0, "a+b aab", 0);
    try("*a", 0, "*a", 0);
    try("", REG_EXTENDED, "abc", 0);
    try("one|two|three", REG_EXTENDED, "see three", 0);
    try("\\.\\*", REG_EXTENDED, "a.*b", 0);
    try("(unclosed", REG_EXTENDED, "", 0);
    try("[unclosed", REG_EXTENDED, "", 0);
    try("[[:nothing:]]", REG_EXTENDED, "", 0);
    try("a{3,2}", REG_EXTENDED, "", 0);
    try("back\\", REG_EXTENDED, "", 0);
    try("[z-a]", REG_EXTENDED, "", 0);
    return 0;
}
