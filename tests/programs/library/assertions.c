// assert that holds does nothing and evaluates once; with NDEBUG it is not evaluated at all.
// native: same
#include <assert.h>
#include <stdio.h>

static int evaluations;
static int count(void) { return ++evaluations; }

static void enabled(void)
{
    assert(count() == 1);
    assert("message" && count());
    static_assert(sizeof(int) == 4, "LP64");
}

#define NDEBUG
#include <assert.h>

static void disabled(void)
{
    assert(count() == 999);
}

int main(void)
{
    enabled();
    printf("%d\n", evaluations);
    disabled();
    printf("%d\n", evaluations);
    return 0;
}
