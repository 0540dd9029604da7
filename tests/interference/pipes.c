// What library functions do with memory besides their operation: a pointer goes through a pipe, or bytes come out of it.
// check: assertion
// check -DBUFFER: assertion
#include "moment.h"
#include <unistd.h>

static int ends[2];
static struct object *shared;

static void *reader(void *argument)
{
#ifdef BUFFER
    read(ends[0], shared, sizeof *shared);
#else
    struct object *object;
    if (read(ends[0], &object, sizeof object) == sizeof object) look(object);
#endif
    return 0;
}

int main(void)
{
    pipe(ends);
    struct object *object = new_object();
#ifdef BUFFER
    struct object other = {1, 1};
    write(ends[1], &other, sizeof other);
    shared = object;
    start(reader, 0);
    int before = object->value;
    assert(before == object->value);
#else
    start(reader, 0);
    write(ends[1], &object, sizeof object);
    change(object);
#endif
    return 0;
}
