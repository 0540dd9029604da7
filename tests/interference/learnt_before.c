// A thread was seen to look where no other thread was left, and may look again where one changes the object. Whichever thread goes
// first: with MAIN_CHANGES the threads have changed places.
// check: assertion
// check -DMAIN_CHANGES: assertion
#include "moment.h"
#include <stdatomic.h>

static struct object *shared;
static atomic_int is_near, is_there;

static void *changer(void *argument)
{
    // Not in the first execution: then it has ended before the other one is near.
    if (is_near) change(shared);
    return 0;
}

static void *looker(void *argument)
{
    is_near = 1;
    is_there = 1;
    look(shared);
    return 0;
}

int main(void)
{
    shared = new_object();
#ifdef MAIN_CHANGES
    start(looker, 0);
    changer(0);
#else
    start(changer, 0);
    looker(0);
#endif
    pthread_exit(0);
}
