// Variables on stacks: another thread has the address of one, and perhaps keeps it for too long.
// check: assertion
// check -DRETURNS: stack-use-after-return
// check -DPRIVATE: ok
#include "moment.h"

static struct object *shared;

static void *reader(void *argument)
{
#ifdef PRIVATE
    struct object object = {0, 0};
    change(&object);
    look(&object);
#else
    look(shared);
#endif
    return 0;
}

static __attribute__((noinline)) void work(void)
{
    struct object object = {0, 0};
    shared = &object;
#ifndef RETURNS
    change(&object);
    pthread_join(start(reader, 0), 0);
    change(&object);
    shared = 0;
#endif
}

int main(void)
{
#ifdef RETURNS
    start(reader, 0);
    work();
#else
    struct object object = {0, 0};
    shared = &object;
    pthread_t thread = start(reader, 0);
    change(&object);
    pthread_join(thread, 0);
    work();
#endif
    return 0;
}
