// An object that its owner continues to change is handed to another thread by a third one.
// check: assertion
// check -DRESULT: assertion
#include "moment.h"

static struct object *first, *second;

#ifdef RESULT
// Only the result of a thread that has ended leads to it.
static void *messenger(void *argument)
{
    struct object *object = first;
    first = 0;
    return object;
}
#else
static void *messenger(void *argument)
{
    second = first;
    first = 0;
    return 0;
}
static void *reader(void *argument)
{
    look(second);
    return 0;
}
#endif

static void *owner(void *argument)
{
    struct object *object = new_object();
    first = object;
    change(object);
    return 0;
}

int main(void)
{
    pthread_t by = start(messenger, 0);
    start(owner, 0);
#ifdef RESULT
    void *result;
    pthread_join(by, &result);
    look(result);
#else
    start(reader, 0);
#endif
    return 0;
}
