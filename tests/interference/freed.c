// A block is freed while another thread has its address, and its place is used again.
// check -DREAD: use-after-free
// check -DTWICE: double-free
// check -DPRIVATE: ok
#include "moment.h"

static struct object *shared;

static void *reader(void *argument)
{
#if defined TWICE
    free(shared);
#elif defined READ
    look(shared);
#else
    struct object *object = new_object();
    change(object);
    look(object);
    free(object);
#endif
    return 0;
}

int main(void)
{
    struct object *object = shared = new_object();
    start(reader, 0);
    free(object);
    object = new_object();
    change(object);
    free(object);
    return 0;
}
