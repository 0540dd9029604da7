// The same bytes are different fields for two threads. The access of one is visible anyhow: only that of the other one, which comes before
// this is known and not again, needs another search.
// check: assertion
#include "moment.h"

// Of another shape: structs of one shape are one type.
struct other {
    int first;
    char rest[3];
};

static struct object *shared;
static int seen;

static void *reader(void *argument)
{
    seen = ((struct other *)shared)->first;
    return 0;
}

int main(void)
{
    shared = new_object();
    struct other *other = calloc(1, sizeof *other);
    pthread_t thread = start(reader, 0);
    change(shared);
    other->first = 2;
    pthread_join(thread, 0);
    assert(seen == 0);
    return 0;
}
