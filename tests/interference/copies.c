// Fields are set and read by library functions.
// check -DSET: assertion
// check -DMOVE: assertion
// check -DCOMPARE: assertion
#include "moment.h"

static struct object *shared;
static const struct object none, some = {1, 0};

static void *reader(void *argument)
{
#ifdef COMPARE
    assert(memcmp(shared, &none, sizeof none) == 0);
#else
    look(shared);
#endif
    return 0;
}

int main(void)
{
    shared = new_object();
    start(reader, 0);
#if defined SET
    memset(shared, 1, sizeof *shared);
    memset(shared, 0, sizeof *shared);
#elif defined MOVE
    memmove(shared, &some, sizeof some);
    memmove(shared, &none, sizeof none);
#else
    change(shared);
#endif
    return 0;
}
