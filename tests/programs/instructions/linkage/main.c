// Two translation units: external, static and tentative definitions, weak symbols, aliases, shared thread-locals and types.
// with: other.c
// native: same
#include <stdio.h>
#include "shared.h"

static int hidden = 1;
static int helper(void) { return hidden * 10; }

int defined_here = 7;
int tentative;
const char *const shared_names[] = { "red", "green", "blue" };
_Thread_local int per_thread = 5;

__attribute__((weak)) int overridden(void) { return -1; }
__attribute__((weak)) int missing(void);

static int original(int x) { return x + 1; }
int alias_of_original(int x) __attribute__((alias("original")));

int main(void)
{
    printf("%d %d\n", helper(), other_helper());
    printf("%d %d %d\n", defined_there, read_defined_here(), ++tentative);
    struct item items[] = { { 1, "one" }, { 2, "two" } };
    printf("%d %s\n", sum_items(items, 2), shared_names[count_names() - 1]);
    printf("%d %d\n", overridden(), missing ? 1 : 0);
    printf("%d %d\n", alias_of_original(4), call_back(original, 9));
    add_per_thread(3);
    printf("%d %d\n", per_thread, increment_count() + increment_count());
    return 0;
}
