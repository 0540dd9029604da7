// The thread that interferes is not created yet, not even its creator.
// check: assertion
#include "moment.h"

static struct object *shared;

static void *grandchild(void *argument)
{
    look(shared);
    return 0;
}

static void *child(void *argument)
{
    start(grandchild, 0);
    return 0;
}

static void *parent(void *argument)
{
    start(child, 0);
    return 0;
}

int main(void)
{
    shared = new_object();
    start(parent, 0);
    change(shared);
    return 0;
}
