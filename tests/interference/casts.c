// The same bytes are different fields for two threads.
// check -DSTRUCTS: assertion
// check -DARRAY: assertion
// check -DWHOLE: assertion
// check -DUNION: assertion
// check -DREAD_BACK: assertion
#include "moment.h"

struct other {
    int first, second;
};

static struct object *shared;

static void *reader(void *argument)
{
#ifdef STRUCTS
    assert(((struct other *)shared)->first == 0);
#elif defined READ_BACK
    int *numbers = (int *)shared;
    numbers[0] = 0;
    assert(numbers[0] == 0);
#elif defined ARRAY
    assert(*(int *)shared == 0);
#elif defined UNION
    union {
        struct object object;
        int64_t number;
    } *both = (void *)shared;
    assert(both->number == 0);
#else
    struct object copy;
    memcpy(&copy, shared, sizeof copy);
    assert(copy.value == 0);
#endif
    return 0;
}

int main(void)
{
    shared = new_object();
    start(reader, 0);
    change(shared);
    return 0;
}
