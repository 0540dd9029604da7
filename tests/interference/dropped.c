// A thread takes an object for itself while another one still has its address, and drops that soon afterwards.
// check: assertion
#include "moment.h"

static struct object *shared;

static void *taker(void *argument)
{
    struct object *object = shared;
    shared = 0;
    change(object);
    return 0;
}

int main(void)
{
    shared = new_object();
    start(taker, 0);
    look(shared);
    return 0;
}
