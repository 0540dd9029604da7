// An object is initialised before it is published, and changed afterwards or not.
// check: ok
// check -DLATER: assertion
#include "moment.h"

static struct object *shared;

static void *reader(void *argument)
{
    look(shared);
    return 0;
}

int main(void)
{
    start(reader, 0);
    struct object *object = new_object();
    change(object);
    shared = object;
#ifdef LATER
    change(object);
#endif
    return 0;
}
